import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { argon2id } from 'hash-wasm';
import { type DeviceOptions, launchBrowser } from '../browser/launch.ts';
import { filesHolding } from './profile-scan.ts';

/** The data that an attacker gets from a copy of the browser's profile, with or without the PIN. */
export type Loot = Readonly<{
  /** Everything that the attacker decrypted, as text. */
  opened: string;
  /** 32 bytes from five places of each decrypted file. */
  slices: readonly Buffer[];
  /** The number of slices that a scan finds after the decrypted files were written to the copied profile. */
  slicesFound: number;
  /** The secrets that the stored submissions need, but not the agents' own secrets. */
  guards: readonly Buffer[];
  /** The number of secrets in each storage location. */
  storages: Readonly<{ files: number; caches: number; buckets: number }>;
  /** The number of stored rows of each kind, decrypted or not. */
  rows: Readonly<{ submissions: number; drafts: number; bodies: number; files: number }>;
}>;

type Taken = Omit<Loot, 'slices' | 'slicesFound' | 'guards'> &
  Readonly<{ slices: readonly (readonly number[])[]; guards: readonly (readonly number[])[] }>;

/**
 * Copies the profile of a browser that is closed or was killed, and reads the copy in another browser. It uses its own few lines and none
 * of the app's code: no worker runs, and every page of the site is empty.
 */
export async function attack(
  profile: string,
  address: string,
  options: DeviceOptions = {},
  pin: string | null = null,
): Promise<Loot> {
  const copy = mkdtempSync(join(tmpdir(), 'veld-attacker-'));
  // A killed browser leaves files that say that it uses this profile.
  const isMark = (path: string): boolean => basename(path).startsWith('Singleton');
  cpSync(profile, copy, { recursive: true, filter: (path) => !isMark(path) });
  const context = await launchBrowser(copy, address, { ...options, blocksWorkers: true });
  try {
    await context.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
    );
    const page = context.pages()[0] ?? (await context.newPage());
    // The profile has a service worker. It would answer with the app, and the app would send the waiting submissions.
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.setBypassServiceWorker', { bypass: true });
    await page.goto('/');
    expect(await page.title()).toBe('Empty');
    const stretched = await Promise.all(
      (await page.evaluate(saltsOfPins)).map((each) => stretchedPin(pin, each)),
    );
    const taken = await page.evaluate(openEverything, stretched);
    await context.close();
    const slices = taken.slices.map((bytes) => Buffer.from(bytes));
    return {
      ...taken,
      slices,
      slicesFound: slices.filter((slice) => filesHolding(copy, slice).length > 0).length,
      guards: taken.guards.map((bytes) => Buffer.from(bytes)),
    };
  } finally {
    await context.close();
    rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The salt and the parameters with which the PIN of an agent is stretched. */
type PinSalt = Readonly<{
  agent: string;
  salt: number[];
  stretched: Readonly<{ memory: number; passes: number }>;
}>;

/** The stretched PIN of an agent. Null: the attacker does not know the PIN. */
type StretchedPin = Readonly<{ agent: string; from: number[] | null }>;

async function stretchedPin(
  pin: string | null,
  { agent, salt, stretched }: PinSalt,
): Promise<StretchedPin> {
  if (pin === null) return { agent, from: null };
  const from = await argon2id({
    password: pin,
    salt: Uint8Array.from(salt),
    parallelism: 1,
    iterations: stretched.passes,
    memorySize: stretched.memory,
    hashLength: 32,
    outputType: 'binary',
  });
  return { agent, from: [...from] };
}

/** Runs in the page. */
async function saltsOfPins(): Promise<PinSalt[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('veld');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // The browser may have lost the database.
  if (!database.objectStoreNames.contains('agents')) return [];
  const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
    const request = database.transaction('agents').objectStore('agents').getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  database.close();
  interface Wrap {
    kind: string;
    salt: Uint8Array;
    stretched: PinSalt['stretched'];
  }
  return rows.flatMap(({ id, wraps }) =>
    (wraps as Wrap[]).flatMap(({ kind, salt, stretched }) =>
      kind === 'pin' ? [{ agent: String(id), salt: [...salt], stretched }] : [],
    ),
  );
}

/** Runs in the page. */
async function openEverything(pins: StretchedPin[]): Promise<Taken> {
  type Row = Record<string, unknown>;
  type Sealed = Uint8Array<ArrayBuffer>;
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('veld'));
  const all = async (table: string): Promise<Row[]> =>
    database.objectStoreNames.contains(table)
      ? done(database.transaction(table).objectStore(table).getAll())
      : [];
  const rows = new Map<string, Row[]>();
  for (const table of ['agents', 'submissions', 'drafts', 'payloads', 'attachments', 'blobs'])
    rows.set(table, await all(table));
  const of = (table: string): Row[] => rows.get(table) ?? [];
  database.close();

  const secrets = new Map<string, ArrayBuffer>();
  const cache = await caches.open('veld-secrets');
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const name = new URL(request.url).pathname.split('/').pop() ?? '';
    if (response !== undefined) secrets.set(name, (await response.arrayBuffer()).slice(0, 32));
  }
  const storages = { files: 0, caches: secrets.size, buckets: 0 };
  const { storageBuckets } = navigator as unknown as {
    storageBuckets: {
      keys: () => Promise<string[]>;
      open: (name: string) => Promise<{ indexedDB: IDBFactory }>;
    };
  };
  for (const name of await storageBuckets.keys()) {
    const bucket = await done((await storageBuckets.open(name)).indexedDB.open('secrets'));
    const table = bucket.transaction('secrets').objectStore('secrets');
    const found: { name: string; bytes: Sealed }[] = await done(table.getAll());
    for (const { name: secret, bytes } of found) {
      secrets.set(secret, bytes.slice(0, 32).buffer);
      storages.buckets += 1;
    }
    bucket.close();
  }
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('secrets').catch(() => null);
  for await (const [name, handle] of folder?.entries() ?? [])
    if (handle.kind === 'file') {
      // The browser may have been closed after it deleted a file, and before it deleted the file's name.
      const file = await (handle as FileSystemFileHandle).getFile().catch(() => null);
      if (file === null) continue;
      secrets.set(name, (await file.arrayBuffer()).slice(0, 32));
      storages.files += 1;
    }

  const { subtle } = crypto;
  const text = (words: string) => new TextEncoder().encode(words);
  const derived = async (from: ArrayBuffer, salt: ArrayBuffer, info: string) => {
    const source = await subtle.importKey('raw', from, 'HKDF', false, ['deriveKey']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info: text(info) };
    return subtle.deriveKey(hkdf, source, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  };
  const plain = (key: CryptoKey, place: string, sealed: Sealed, from = 1) =>
    subtle
      .decrypt(
        { name: 'AES-GCM', iv: sealed.slice(from, from + 12), additionalData: text(place) },
        key,
        sealed.slice(from + 12),
      )
      .catch(() => null);

  /** Every key of one submission that can be made from the secrets and the key slots. */
  async function keysOf(row: Row): Promise<CryptoKey[]> {
    const { agent, id, keys } = row as {
      agent?: string;
      id: string;
      keys?: { p: string; q?: { name: string; wrap: Sealed } };
    };
    const found: CryptoKey[] = [];
    const p = keys && secrets.get(keys.p);
    for (const { id: owner, wraps } of of('agents') as {
      id: string;
      wraps: { kind: string; pepper: string; sealed: Sealed }[];
    }[])
      for (const { kind, pepper, sealed } of wraps) {
        const salt = secrets.get(pepper);
        if (salt === undefined || p === undefined || owner !== agent) continue;
        const pin = kind === 'pin' ? pins.find((each) => each.agent === owner)?.from : undefined;
        // A slot of kind `open` needs nothing but the secret.
        const from = pin ? Uint8Array.from(pin).buffer : new ArrayBuffer(32);
        const under = await derived(from, salt, `veld/1/${kind}/${owner}`);
        const agentKey = await plain(under, `veld/1/wrap/${kind}/${owner}`, sealed);
        if (agentKey) found.push(await derived(agentKey, p, `veld/1/dek/${id}`));
      }
    const q = keys?.q && secrets.get(keys.q.name);
    if (keys?.q !== undefined && q !== undefined) {
      const under = await subtle.importKey('raw', q, 'AES-GCM', false, ['decrypt']);
      const bits = await plain(under, `veld/1/send/${id}`, keys.q.wrap);
      if (bits) found.push(await subtle.importKey('raw', bits, 'AES-GCM', false, ['decrypt']));
    }
    return found;
  }

  const opened: string[] = [];
  const slices: number[][] = [];
  const guards: number[][] = [];
  const take = async (key: CryptoKey, place: string, sealed: unknown): Promise<void> => {
    const bytes = sealed instanceof Uint8Array ? await plain(key, place, sealed as Sealed) : null;
    if (bytes) opened.push(new TextDecoder().decode(bytes));
  };
  for (const row of of('submissions')) {
    const id = String(row['id']);
    const { p, q } = (row['keys'] ?? {}) as { p?: string; q?: { name: string } };
    for (const name of [p, q?.name]) {
      const secret = name === undefined ? undefined : secrets.get(name);
      if (secret !== undefined) guards.push([...new Uint8Array(secret)]);
    }
    const key = (await keysOf(row))[0];
    if (key === undefined) continue;
    await take(key, `veld/1/summary/${id}`, row['sealed']);
    for (const draft of of('drafts').filter((each) => each['id'] === id))
      await take(key, `veld/1/draft/${id}`, draft['sealed']);
    for (const body of of('payloads').filter((each) => each['id'] === id))
      await take(key, `veld/1/body/${id}`, body['sealed']);
    for (const file of of('attachments').filter((each) => each['submissionId'] === id)) {
      await take(key, `veld/1/name/${file['id']}`, file['sealedName']);
      const blob = of('blobs').find((each) => each['id'] === file['id'])?.['bytes'];
      const size = Number(file['size']);
      if (!(blob instanceof Blob)) continue;
      const sealed = new Uint8Array(await blob.arrayBuffer());
      const bytes = await plain(key, `veld/1/file/${file['id']}/0/1/${size}`, sealed);
      if (!bytes) continue;
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const at = Math.floor((bytes.byteLength - 32) * share);
        slices.push([...new Uint8Array(bytes.slice(at, at + 32))]);
      }
      const plainly = await root.getFileHandle(`plain-${file['id']}`, { create: true });
      const stream = await plainly.createWritable();
      await stream.write(bytes);
      await stream.close();
    }
  }
  return {
    opened: opened.join('\n'),
    slices,
    guards,
    storages,
    rows: {
      submissions: of('submissions').length,
      drafts: of('drafts').length,
      bodies: of('payloads').length,
      files: of('blobs').length,
    },
  };
}

/** The secrets that the only submission of this phone needs, as bytes. */
export async function guardingSecrets(page: Page): Promise<readonly Buffer[]> {
  return (await page.evaluate(readSecrets)).map((bytes) => Buffer.from(bytes));
}

/** Runs in the page. */
async function readSecrets(): Promise<number[][]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('veld'));
  const [row] = await done(database.transaction('submissions').objectStore('submissions').getAll());
  database.close();
  const { p, q } = row.keys as { p: string; q?: { name: string } };
  const cache = await caches.open('veld-secrets');
  const secrets: number[][] = [];
  for (const name of [p, ...(q === undefined ? [] : [q.name])]) {
    const response = (await cache.match(`/secret/${name}`)) as Response;
    secrets.push([...new Uint8Array(await response.arrayBuffer())].slice(0, 32));
  }
  return secrets;
}

/** The parts of the profile that contain each secret, independent of file names. */
export const storagesOnDisk = (
  profile: string,
  secrets: readonly Buffer[],
): readonly (readonly string[])[] =>
  secrets.map((secret) => [
    ...new Set(filesHolding(profile, secret).map((file) => file.split('/')[1] ?? file)),
  ]);
