import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { type DraftContent, newContent } from '../../../src/store/drafts/draft-content.ts';
import { type DraftsStore, draftsStore } from '../../../src/store/drafts/drafts.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

let db: Database;
let drafts: DraftsStore;

beforeEach(async () => {
  db = new Database(`in-doubt-${crypto.randomUUID()}`);
  drafts = draftsStore(db, browserKeyStore(db));
  await drafts.create(id, 'registration', typed('T'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return db.delete();
});

const typed = (firstName: string): DraftContent => ({
  ...newContent('registration'),
  values: { firstName },
  field: 'firstName',
});

/** The next `count` writing transactions are committed. But the connection is lost before the page gets the result. */
function loseAnswers(count: number): void {
  const transaction = db.transaction.bind(db) as (...all: unknown[]) => Promise<unknown>;
  let left = count;
  const losing = async (...all: unknown[]): Promise<unknown> => {
    const result = await transaction(...all);
    if (all[0] !== 'rw' || left === 0) return result;
    left -= 1;
    throw new Dexie.DatabaseClosedError();
  };
  vi.spyOn(db, 'transaction').mockImplementation(losing as unknown as typeof db.transaction);
}

const revisionThere = async (): Promise<unknown> => (await db.drafts.get(id))?.revision;

it('a draft that was written before its connection was lost does not count as another tab’s', async () => {
  loseAnswers(1);
  const saved = await drafts.save(id, 1, typed('Th'));
  expect(saved).toEqual({ status: 'saved', revision: await revisionThere() });
  const next = saved.status === 'saved' ? saved.revision : 0;
  expect(await drafts.save(id, next, typed('Tha'))).toMatchObject({ status: 'saved' });
});

it('two lost answers count as not saved, and the next save continues from the stored draft', async () => {
  loseAnswers(2);
  expect(await drafts.save(id, 1, typed('Th'))).toEqual({ status: 'notSaved', reason: 'closed' });
  expect(await drafts.save(id, 1, typed('Tha'))).toEqual({
    status: 'saved',
    revision: await revisionThere(),
  });
});

it('a draft of another tab stays that tab’s', async () => {
  loseAnswers(2);
  await drafts.save(id, 1, typed('Th'));
  const elsewhere = draftsStore(db, browserKeyStore(db));
  await elsewhere.save(id, 2, typed('Sipho'));
  expect(await drafts.save(id, 1, typed('Tha'))).toEqual({ status: 'stale' });
});

it('a form that was created before its connection was lost continues', async () => {
  const begun = submissionId('22222222-2222-4222-8222-222222222222');
  loseAnswers(1);
  const created = await drafts.create(begun, 'registration', typed('Si'));
  expect(created).toMatchObject({ status: 'saved' });
  const revision = created.status === 'saved' ? created.revision : 0;
  expect(await drafts.save(begun, revision, typed('Sip'))).toMatchObject({ status: 'saved' });
  expect(await drafts.create(begun, 'registration', typed('Other'))).toEqual({ status: 'stale' });
});
