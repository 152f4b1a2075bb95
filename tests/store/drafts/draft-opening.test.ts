import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import {
  clearDraft,
  openedSubmission,
  WrittenTransactions,
} from '../../support/world/stored-form.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import {
  type CopiedFiles,
  type DraftPorts,
  draftOpening,
} from '../../../src/store/drafts/draft-opening.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import { attachmentsStore } from '../../../src/store/files/attachments.ts';
import { deleteContents } from '../../../src/store/outbox/outbox-rows.ts';
import { business, individual } from '../../domain/forms/builders.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
const noon = new Date(2026, 10, 21, 12).getTime();

let db: Database;
let written: WrittenTransactions;
const ports: DraftPorts = {
  now: () => noon,
  newId: () => crypto.randomUUID(),
  estimate: async () => ({}),
  grants: async () => null,
};
const begun = async (
  from: SubmissionId,
  remembered?: CopiedFiles,
  change: Partial<DraftPorts> = {},
) => {
  const next = await draftOpening(db, browserKeyStore(db), {
    ...ports,
    ...change,
  }).nextSimForCustomer(from, remembered);
  if (next.status !== 'begun') throw new Error('nothing is known of the customer');
  return next;
};
const filesOf = (of: SubmissionId) => db.attachments.where({ submissionId: of }).toArray();
const bytesOf = async (of: SubmissionId) => {
  const files = attachmentsStore(db, browserKeyStore(db), ports);
  const rows = await files.list(of, 'idDocument');
  return Promise.all(rows.map(async (row) => (await files.read(row.id))?.text()));
};
/** Deletes the contents in one transaction, as a delivery does. */
const deliver = () => db.transaction('rw', db.tables, () => deleteContents(db, id));

beforeEach(async () => {
  db = new Database(`carried-${crypto.randomUUID()}`);
  written = new WrittenTransactions(db);
  await draftsStore(db, browserKeyStore(db), () => noon).create(id, 'registration', {
    ...newContent('registration', {
      ...individual.registration,
      cannotSign: true,
      witnessName: 'Sipho',
    }),
    consent: true,
    section: 'review',
    location: { latitude: -33.9, longitude: 18.4, accuracy: 10, at: noon },
    passedWarnings: ['simCardNumber:iccid-check:1'],
    scanned: { simCardNumber: '8927010000001234560', firstName: 'Thandi' },
  });
  const files = attachmentsStore(db, browserKeyStore(db), ports);
  for (const page of ['front', 'back'])
    await files.add({
      submissionId: id,
      kind: 'idDocument',
      originalName: `${page}.jpg`,
      type: 'image/jpeg',
      bytes: new Blob([page], { type: 'image/jpeg' }),
    });
  await db.strokes.put({
    submissionId: id,
    index: 0,
    points: Array.from({ length: 40 }, (_, at) => ({ x: at * 3, y: at % 7, time: noon + at })),
  });
  const [front] = await filesOf(id);
  if (front === undefined) throw new Error('no file');
  await db.attachments.put({ ...front, id: crypto.randomUUID() as never, kind: 'signature' });
});
afterEach(() => db.delete());

it('a form for the next SIM asks for a scan if the last number was scanned', async () => {
  const { id: next } = await begun(id);
  expect(await clearDraft(db, next)).toMatchObject({ scanned: { simCardNumber: '' } });
});

it('a form for the next SIM has texts and documents, and nothing of the first SIM', async () => {
  const { id: next, leftOut } = await begun(id);
  expect(leftOut).toBe(0);
  const { simCardNumber: _, ...customer } = individual.registration;
  expect(await clearDraft(db, next)).toMatchObject({
    values: customer,
    section: 'sim',
    field: 'simCardNumber',
    consent: false,
    location: null,
    passedWarnings: expect.arrayContaining(['idDocument:missing-back:']),
    signatureSize: null,
  });
  expect(await openedSubmission(db, next)).toMatchObject({
    status: 'draft',
    personal: { customerName: 'Thandi Nkosi', simCardNumber: '' },
    sequence: 2,
    // The SIM card number, the location, the consent and the signature.
    missing: 4,
  });
  expect(await db.strokes.where({ submissionId: next }).count()).toBe(0);
  expect(await bytesOf(next)).toEqual(['front', 'back']);
  const of = async (submission: SubmissionId) =>
    (await filesOf(submission)).filter(({ kind }) => kind === 'idDocument');
  const [before, after] = [await of(id), await of(next)];
  expect(after.map(({ sha256 }) => sha256).sort()).toEqual(
    before.map(({ sha256 }) => sha256).sort(),
  );
  expect(new Set([...before, ...after].map(({ fileName }) => fileName)).size).toBe(4);
  expect((await db.counters.get('draft'))?.count).toBe(2);
});

it('uses the page’s memory if a delivery has deleted the form', async () => {
  const remembered = await draftOpening(db, browserKeyStore(db), ports).copied(id);
  await deliver();
  expect(await db.blobs.count()).toBe(0);
  const { id: next } = await begun(id, remembered ?? undefined);
  expect(await bytesOf(next)).toEqual(['front', 'back']);
});

it('is complete if a delivery deletes the form meanwhile', async () => {
  const { id: next, leftOut } = await begun(id, undefined, {
    grants: async () => {
      await deliver();
      return null;
    },
  });
  expect([leftOut, await bytesOf(next)]).toEqual([0, ['front', 'back']]);
});

it('is complete or absent, whenever the process ends', async () => {
  const before = await Promise.all(db.tables.map((table) => table.count()));
  written.begin();
  written.fatalAfter = 0;
  await expect(begun(id)).rejects.toThrow();
  written.fatalAfter = null;
  expect(await Promise.all(db.tables.map((table) => table.count()))).toEqual(before);
  written.begin();
  await begun(id);
  expect(written.count).toBe(1);
});

it('works several times in a row', async () => {
  let from = id;
  for (let sims = 0; sims < 3; sims += 1) from = (await begun(from)).id;
  expect(await bytesOf(from)).toEqual(['front', 'back']);
  expect((await db.submissions.get(from))?.missing).toBe(4);
});

it('counts documents that could not be copied', async () => {
  const full = await begun(id, undefined, { grants: async () => false });
  expect([full.leftOut, await bytesOf(full.id)]).toEqual([2, []]);
  const remembered = await draftOpening(db, browserKeyStore(db), ports).copied(id);
  const front = (await filesOf(id)).find(({ kind }) => kind === 'idDocument');
  if (front === undefined) throw new Error('no file');
  await db.blobs.update(front.id, { bytes: new Blob(['other']) });
  const damaged = await begun(id);
  expect([damaged.leftOut, (await bytesOf(damaged.id)).length]).toEqual([1, 1]);
  // The copy in the page's memory is complete.
  expect((await begun(id, remembered ?? undefined)).leftOut).toBe(0);
});

it('is not created without a source', async () => {
  await deliver();
  const { nextSimForCustomer: nextSim } = draftOpening(db, browserKeyStore(db), ports);
  expect(await nextSim(id, undefined)).toEqual({ status: 'gone' });
  expect(await db.drafts.count()).toBe(0);
});

it('keeps a business with its documents', async () => {
  const of = submissionId('33333333-3333-4333-8333-333333333333');
  await draftsStore(db, browserKeyStore(db)).create(
    of,
    'registration',
    newContent('registration', business.registration),
  );
  const { id: next } = await begun(of);
  expect((await clearDraft(db, next))?.values).toMatchObject({ businessName: 'Veld Traders' });
});
