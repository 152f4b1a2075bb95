import type { Page } from '@playwright/test';
import type { DBCore, DBCoreMutateRequest, DBCoreTable, Dexie } from 'dexie';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { Submission } from '../../../src/domain/submission-types.ts';
import type { Database } from '../../../src/store/db/database.ts';
import { type DraftParts, formTables, readForm } from '../../../src/store/drafts/draft-context.ts';
import { type OpenForm, openForm, partsOf } from '../../../src/store/drafts/draft-tables.ts';
import type { DraftRow } from '../../../src/store/format/rows.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';

/** A stored form, decrypted with nothing but the data that is stored. */
export async function storedForm(db: Database, id: SubmissionId): Promise<OpenForm> {
  const rows = await db.transaction('r', [...formTables], () => readForm(db, id));
  const form = await openForm(browserKeyStore(db), rows);
  if (form === null) throw new Error('There is no such form.');
  return form;
}

export async function draftParts(db: Database, id: SubmissionId): Promise<DraftParts> {
  const { attachments, strokes } = await storedForm(db, id);
  return partsOf(attachments, strokes);
}

/** Returns undefined if there is no draft, or none that this version can read. */
export async function clearDraft(db: Database, id: SubmissionId): Promise<DraftRow | undefined> {
  if ((await db.drafts.get(id)) === undefined) return undefined;
  return (await storedForm(db, id)).draft ?? undefined;
}

export async function openedSubmission(db: Database, id: SubmissionId): Promise<Submission | null> {
  const row = await db.submissions.get(id);
  return row === undefined ? null : browserKeyStore(db).decrypted(row);
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Runs in a page. Returns each draft decrypted. It uses the phone's data, and its own few lines instead of the app's code. It returns
 * the plaintext of an older build unchanged.
 */
async function openDrafts(): Promise<readonly Row[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('veld'));
  // One transaction: a form that is delivered meanwhile is read completely or not at all.
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

/** The process was killed inside a transaction. The browser rolls the transaction back. */
class KilledInside extends Error {
  override readonly name = 'KilledInside';
}

/** Secrets are created ahead, so a transaction that writes only to these tables is not part of an operation on a form. */
const KEY_TABLES: ReadonlySet<string> = new Set(['agents', 'secretNames', 'secretBytes']);

/** A Dexie middleware that counts writing transactions. It can abort one, as if the process was killed. */
export class WrittenTransactions {
  readonly #written = new Set<object>();
  /** The number of an operation's transactions that are committed before the process is killed. Null: all. */
  fatalAfter: number | null = null;

  constructor(db: Dexie) {
    const table = (down: DBCoreTable): DBCoreTable => ({
      ...down,
      mutate: (request) => this.#mutate(down, request),
    });
    db.use({
      stack: 'dbcore',
      name: 'written transactions',
      create: (core: DBCore) => ({ ...core, table: (name) => table(core.table(name)) }),
    });
  }

  /** The number of writing transactions since `begin`. */
  get count(): number {
    return this.#written.size;
  }

  /** Call when an operation of the store begins. */
  begin(): void {
    this.#written.clear();
  }

  #mutate(down: DBCoreTable, request: DBCoreMutateRequest): ReturnType<DBCoreTable['mutate']> {
    if (!KEY_TABLES.has(down.name)) this.#written.add(request.trans);
    if (this.fatalAfter === null || this.#written.size <= this.fatalAfter)
      return down.mutate(request);
    // A killed process does not try again, so every later write fails too.
    return down.mutate(request).then(() => {
      request.trans.abort();
      throw new KilledInside();
    });
  }
}
