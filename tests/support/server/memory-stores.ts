import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FolderStore } from '../../../server/files/file-store-port.ts';
import {
  byLoss,
  type PartialState,
  type PartialStore,
} from '../../../server/partials/partial-store-port.ts';

/** The port `FileStore` in memory. */
export function openMemoryFileStore(): FolderStore {
  const staged = new Map<string, Buffer[]>();
  const kept = new Map<string, Buffer>();
  const aside = new Map<string, Map<string, Buffer>>();
  let identity: string | null = null;

  return {
    stage: async () => {
      const stagedName = randomUUID();
      const chunks: Buffer[] = [];
      staged.set(stagedName, chunks);
      return {
        stagedName,
        write: async (chunk) => void chunks.push(Buffer.from(chunk)),
        finish: async () => undefined,
        abandon: async () => void staged.delete(stagedName),
      };
    },
    keep: async (stagedNames) =>
      stagedNames.map((name) => {
        const chunks = staged.get(name);
        if (chunks === undefined) throw new Error('Nothing is staged under this name.');
        staged.delete(name);
        const storageName = randomUUID();
        kept.set(storageName, Buffer.concat(chunks));
        return storageName;
      }),
    discard: async (stagedNames) => {
      for (const name of stagedNames) staged.delete(name);
    },
    remove: async (storageNames) => {
      for (const name of storageNames) kept.delete(name);
    },
    read: async (storageName) => {
      const bytes = kept.get(storageName);
      return bytes === undefined ? null : Readable.from([bytes]);
    },
    names: async function* () {
      const names = [...kept.keys()];
      for (let at = 0; at < names.length; at += 2) yield names.slice(at, at + 2);
    },
    freeBytes: async () => 2 ** 40,
    close: async () => {},
    identity: async () => identity,
    identify: async (id) => {
      identity = id;
    },
    isInPlace: async (id) => identity === id,
    discardStaged: async () => {
      const count = staged.size;
      staged.clear();
      return count;
    },
    quarantine: async (storageNames, day) => {
      const there = aside.get(day) ?? new Map<string, Buffer>();
      aside.set(day, there);
      for (const name of storageNames) {
        there.set(name, kept.get(name) ?? Buffer.alloc(0));
        kept.delete(name);
      }
    },
    emptyQuarantine: async (day) => {
      const old = [...aside].filter(([of]) => of < day);
      for (const [of] of old) aside.delete(of);
      return old.reduce((count, [, files]) => count + files.size, 0);
    },
  };
}

/** The port `PartialStore` in memory. */
export function openMemoryPartials(): PartialStore {
  const states = new Map<string, PartialState>();
  const bodies = new Map<string, Buffer>();
  const change = (id: string, to: Partial<PartialState>) => {
    const state = states.get(id);
    if (state === undefined) throw new Error('There is no such upload.');
    states.set(id, { ...state, ...to });
  };
  const remove = (id: string) => {
    bodies.delete(id);
    return states.delete(id);
  };
  return {
    create: async (upload) => {
      const { deviceId, idempotencyKey: key } = upload;
      const before = [...states.values()].find(
        (it) => key !== null && it.deviceId === deviceId && it.idempotencyKey === key,
      );
      if (before !== undefined) return before;
      states.set(upload.id, { ...upload, offset: 0, answer: null });
      bodies.set(upload.id, Buffer.alloc(0));
      return upload;
    },
    find: async (deviceId, id) => {
      const state = states.get(id);
      return state?.deviceId === deviceId ? state : null;
    },
    ofDevice: async (deviceId) => [...states.values()].filter((it) => it.deviceId === deviceId),
    append: async ({ id }, offset, bytes) => {
      if (states.get(id)?.offset !== offset) return 'elsewhere';
      bodies.set(
        id,
        Buffer.concat([(bodies.get(id) ?? Buffer.alloc(0)).subarray(0, offset), bytes]),
      );
      change(id, { offset: offset + bytes.length });
      return 'appended';
    },
    read: async ({ id }) => Readable.from([bodies.get(id) ?? Buffer.alloc(0)]),
    finish: async ({ id }, answer) => {
      bodies.delete(id);
      change(id, { answer });
    },
    remove: async ({ id }) => void remove(id),
    surplus: async (max) =>
      [...states.values()].toSorted(byLoss).slice(0, Math.max(0, states.size - max)),
    removeOlder: async (before) =>
      [...states.values()].filter(({ id, createdAt }) => createdAt < before && remove(id)).length,
  };
}

interface Entry {
  state: unknown;
}

/** A tab's history, in memory. `go` takes effect a moment later, as in a browser. */
export class MemoryHistory {
  entries: Entry[] = [{ state: null }];
  index = 0;
  #listeners = new Set<() => void>();

  readonly addEventListener = (_: 'popstate', listener: () => void): void => {
    this.#listeners.add(listener);
  };

  readonly removeEventListener = (_: 'popstate', listener: () => void): void => {
    this.#listeners.delete(listener);
  };

  readonly history = this;

  get state(): unknown {
    return this.entries[this.index]?.state;
  }

  readonly pushUnheard = (state: unknown): void => this.pushState(state);

  pushState(state: unknown): void {
    this.entries = [...this.entries.slice(0, this.index + 1), { state: structuredClone(state) }];
    this.index += 1;
  }

  replaceState(state: unknown): void {
    this.entries[this.index] = { state: structuredClone(state) };
  }

  go(by = 0): void {
    setTimeout(() => {
      const target = this.index + by;
      if (by === 0 || target < 0 || target >= this.entries.length) return;
      this.index = target;
      for (const listener of this.#listeners) listener();
    });
  }
}
