import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { attemptId, formId, type SubmissionId } from '../../../src/domain/ids.ts';
import type { Hold } from '../../../src/domain/submission-types.ts';
import { Database } from '../../../src/store/db/database.ts';
import { readKey } from '../../../src/store/device/device-keys.ts';
import { deviceStorage } from '../../../src/store/device/device-storage.ts';
import { localDay } from '../../../src/store/drafts/new-submission.ts';
import { overview } from '../../../src/store/lists/lists.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import { clientState, countsByStatus } from '../../../src/store/outbox/counters.ts';
import { ALONE } from '../../support/app/built-app.ts';
import {
  draftContents,
  filesOf,
  freezeOf,
  withQueued,
} from '../../support/conformance/contents.ts';
import { outboxStoreConformance } from '../../support/conformance/outbox-store.ts';
import { MemoryDisk } from '../../support/fakes/memory-disk.ts';
import { createMemoryStore } from '../../support/fakes/memory-outbox-store.ts';

let opened: Database[] = [];
let names = 0;
const openDatabase = (): Database => {
  names += 1;
  const db = new Database(`outbox-${names}`);
  opened.push(db);
  return db;
};
afterEach(async () => {
  for (const db of opened) await db.delete();
  opened = [];
});

outboxStoreConformance('the outbox in IndexedDB', async () => {
  const db = openDatabase();
  return createOutboxStore(db, browserKeyStore(db));
});
outboxStoreConformance('the outbox in memory', async () => createMemoryStore(new MemoryDisk()));

describe('the outbox in IndexedDB', () => {
  it('updates its counts in the same writes', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    const [one, two] = [draftContents(1), draftContents(2)];
    await store.restore(one, new Map());
    await store.restore(two, new Map());
    expect(await countsByStatus(db)).toMatchObject({ draft: 2, queued: 0 });
    await store.remove(one.draft.id, () => true);
    expect(await countsByStatus(db)).toMatchObject({ draft: 1 });
    expect((await overview(db, ALONE)).lastDeliveredAt).toBeNull();
  });

  it('loses no change of the hold if two come at the same time', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    await store.changeHold(() => ({
      reason: 'busy',
      since: 1,
      nextProbeAt: 2,
      httpStatus: 503,
      tries: 1,
    }));
    const oneMore = (hold: Hold | null) => hold && { ...hold, tries: hold.tries + 1 };
    await Promise.all([store.changeHold(oneMore), store.changeHold(oneMore)]);
    expect((await store.hold())?.tries).toBe(3);
  });

  it('puts a draft of another day under the day of its first Submit, as the newest', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    const [old, next] = [draftContents(1), draftContents(2)];
    const early = { ...old, submission: { ...old.submission, day: '1969-12-30' } };
    for (const each of [early, next]) await store.restore(each, new Map());
    expect((await store.freeze(freezeOf(early))).status).toBe('frozen');
    const today = localDay(5);
    expect(await db.submissions.get(early.draft.id)).toMatchObject({ day: today, sequence: 3 });
    expect((await store.freeze(freezeOf(next))).status).toBe('frozen');
    expect(await db.submissions.get(next.draft.id)).toMatchObject({ day: today, sequence: 2 });
  });

  it('stores the agent of a submission with its form number', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    const agentOf = async (id: SubmissionId): Promise<unknown> =>
      (await db.formGuids.filter(({ submissionId }) => submissionId === id).first())?.agent;
    const ofThandi = (sequence: number) => {
      const contents = draftContents(sequence);
      return { ...contents, submission: { ...contents.submission, agent: 'Thandi' } };
    };
    const [early, late, restored] = [ofThandi(1), ofThandi(2), ofThandi(3)];
    await store.restore(late, filesOf(late));
    await store.freeze(freezeOf(late));
    await store.addToPool(formId('the later number'), 0);
    expect(await store.giveFormId(late.draft.id, 6)).toBe(true);
    await store.restore(early, filesOf(early));
    await store.addToPool(formId('the number at Submit'), 0);
    await store.freeze(freezeOf(early));
    const numbered = { ...restored.submission, formId: formId('the number in the file') };
    await store.restore({ ...restored, submission: numbered }, filesOf(restored));
    for (const { draft } of [early, late, restored]) expect(await agentOf(draft.id)).toBe('Thandi');
  });

  it('counts attempts until the next delivery', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    expect((await overview(db, ALONE)).failedAttempts).toBeNull();
    await store.failedAttempts({ at: 1, httpStatus: 503 });
    await store.failedAttempts({ at: 2, httpStatus: null });
    expect((await overview(db, ALONE)).failedAttempts).toEqual({
      tries: 2,
      at: 2,
      httpStatus: null,
    });
    const { id, row } = await withQueued(async () => store);
    for (const step of row.steps) {
      const ids = { stepId: step.id, attemptId: attemptId(step.id) };
      await store.record('owner', id, { event: 'sendStarted', ...ids, at: 3 });
      await store.record('owner', id, { event: 'confirmed', ...ids, at: 3 });
    }
    expect((await overview(db, ALONE)).failedAttempts).toBeNull();
    expect((await overview(db, ALONE)).lastDeliveredAt).toBe(3);
  });

  it('tells an operator how many forms wait, and since when the oldest does', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    expect(await clientState(db)).toEqual({ waiting: 0, oldestSubmittedAt: null, refused: 0 });
    const { row } = await withQueued(async () => store);
    const { submittedAt: oldestSubmittedAt } = row;
    expect(oldestSubmittedAt).toBeTypeOf('number');
    expect(await clientState(db)).toEqual({ waiting: 1, oldestSubmittedAt, refused: 0 });
  });

  it('keeps the report of a wipe until a person has read it', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    await store.setSentinel('mark');
    expect(await readKey(db, 'wipeReport')).toBeUndefined();
    const { id } = draftContents().draft;
    await store.setSentinel('mark', [id]);
    expect(await readKey(db, 'wipeReport')).toEqual([id]);
    await deviceStorage(db).forgetWipe();
    expect(await readKey(db, 'wipeReport')).toBeUndefined();
  });

  it('reopens a lost connection', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    await store.setSentinel('mark');
    db.close();
    expect(await store.sentinel()).toBe('mark');
    db.close();
    await store.addToPool(formId('guid'), 0);
    expect(await store.poolSize(0)).toBe(1);
  });

  it('stores bytes if the browser fails to store a Blob', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    const contents = draftContents();
    const [row] = contents.attachments;
    db.blobs.hook('creating', (_, blob) => {
      if (blob.bytes instanceof Blob)
        throw new DOMException('Error preparing Blob/File data', 'UnknownError');
    });
    const files = new Map([[row!.id, new Blob(['kept'], { type: 'image/jpeg' })]]);
    expect(await store.restore(contents, files)).toBe('restored');
    expect((await db.blobs.get(row!.id))?.bytes).toBeInstanceOf(ArrayBuffer);
    const read = await store.bytes(row!.id);
    expect([await read?.text(), read?.type]).toEqual(['kept', 'image/jpeg']);
  });

  it('changes nothing if the disk is full', async () => {
    const db = openDatabase();
    const store = createOutboxStore(db, browserKeyStore(db));
    const contents = draftContents();
    db.blobs.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const [row] = contents.attachments;
    const files = new Map([[row!.id, new Blob(['x'])]]);
    await expect(store.restore(contents, files)).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
    expect(await store.submission(contents.draft.id)).toBeUndefined();
    expect(await countsByStatus(db)).toMatchObject({ draft: 0 });
  });

  it('knows the customer of a delivery, even if its key was cleared during the last call', async () => {
    const db = openDatabase();
    const keyStore = browserKeyStore(db);
    let isGone = false;
    const keyOf: typeof keyStore.keyOf = async (of) => (isGone ? null : keyStore.keyOf(of));
    const store = createOutboxStore(db, { ...keyStore, keyOf });
    const clear = draftContents();
    const sealed = await store.sealed(clear, filesOf(clear));
    if (sealed === null) throw new Error('It was not sealed.');
    const { id } = clear.draft;
    await store.restore(sealed.contents, sealed.files);
    await store.addToPool(formId('guid'), 0);
    const frozen = await store.freeze(freezeOf(clear));
    if (frozen.status !== 'frozen') throw new Error(frozen.status);
    await store.acquireLease('owner', 0, 1000, false);
    for (const step of frozen.submission.steps) {
      const ids = { stepId: step.id, attemptId: attemptId(step.id) };
      await store.record('owner', id, { event: 'sendStarted', ...ids, at: 3 });
      isGone = step === frozen.submission.steps.at(-1);
      await store.record('owner', id, { event: 'confirmed', ...ids, at: 3 });
    }
    isGone = false;
    expect(await store.submission(id)).toMatchObject({
      status: 'delivered',
      receipt: { name: 'T. N.', simTail: '4560' },
    });
  });
});
