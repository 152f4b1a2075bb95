import { Readable } from 'node:stream';
import type { PartialState, PartialStore } from '../../server/partials/partial-store-port.ts';

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
    removeOlder: async (before) =>
      [...states.values()].filter(({ id, createdAt }) => createdAt < before && remove(id)).length,
  };
}
