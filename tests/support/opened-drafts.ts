import type { Page } from '@playwright/test';

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs in a page: each draft as it was typed, opened with what lies on the phone and some lines that are not the app's. What an older
 * build left in the clear is taken as it is.
 */
async function openDrafts(): Promise<readonly Row[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('veld'));
  // In one transaction: what is delivered meanwhile is there wholly or not at all.
  const reading = database.transaction(['agents', 'submissions', 'drafts']);
  const all = (table: string): Promise<Record<string, unknown>[]> =>
    done(reading.objectStore(table).getAll());
  const [agents, submissions, drafts] = await Promise.all([
    all('agents'),
    all('submissions'),
    all('drafts'),
  ]);
  database.close();

  const { subtle } = crypto;
  const text = (words: string) => new TextEncoder().encode(words);
  const secret = async (name: string): Promise<ArrayBuffer> => {
    const response = await (await caches.open('veld-secrets')).match(`/secret/${name}`);
    return (await (response as Response).arrayBuffer()).slice(0, 32);
  };
  const derived = async (from: ArrayBuffer, salt: ArrayBuffer, info: string) => {
    const source = await subtle.importKey('raw', from, 'HKDF', false, ['deriveKey']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info: text(info) };
    return subtle.deriveKey(hkdf, source, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  };
  const open = (key: CryptoKey, place: string, sealed: Uint8Array<ArrayBuffer>) =>
    subtle.decrypt(
      { name: 'AES-GCM', iv: sealed.slice(1, 13), additionalData: text(place) },
      key,
      sealed.slice(13),
    );

  const opened: Row[] = [];
  for (const draft of drafts) {
    const row = submissions.find(({ id }) => id === draft['id']);
    if (row === undefined || draft['sealed'] === undefined) {
      opened.push(draft);
      continue;
    }
    const { agent, id, keys } = row as { agent: string; id: string; keys: { p: string } };
    const { wraps } = agents.find((each) => each['id'] === agent) as {
      wraps: [{ pepper: string; sealed: Uint8Array<ArrayBuffer> }];
    };
    const [{ pepper, sealed }] = wraps;
    const nothing = new Uint8Array(32).buffer;
    const under = await derived(nothing, await secret(pepper), `veld/1/open/${agent}`);
    const agentKey = await open(under, `veld/1/wrap/open/${agent}`, sealed);
    const key = await derived(agentKey, await secret(keys.p), `veld/1/dek/${id}`);
    const form = draft['sealed'] as Uint8Array<ArrayBuffer>;
    const content = await open(key, `veld/1/draft/${id}`, form);
    const { sealed: _, ...clear } = draft;
    opened.push({ ...JSON.parse(new TextDecoder().decode(content)), ...clear });
  }
  return opened;
}

export const openedDrafts = (page: Page): Promise<readonly Row[]> => page.evaluate(openDrafts);
