import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formId, type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import type { TextStore } from '../../../src/store/device/first-identifier.ts';
import { forgetOldSims } from '../../../src/store/drafts/sealed-drafts.ts';
import { deliveredWith } from '../../../src/store/drafts/sim-hashes.ts';
import { rememberSim, simHash } from '../../../src/store/drafts/suggestions.ts';
import { deleteReceipts } from '../../../src/store/outbox/receipts.ts';
import { createSubmitting } from '../../../src/store/outbox/submitting.ts';
import { aRow } from '../../features/outbox/submissions.ts';
import { ALONE } from '../../support/app/built-app.ts';

const number = '8927010000001234560';
const [id, other] = [submissionId('one'), submissionId('two')];
const noon = new Date(2026, 10, 21, 12).getTime();
const days = (count: number): number => count * 86_400_000;

let db: Database;
const textsOf = (kept = new Map<string, string>()): TextStore => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
});
const texts = textsOf();
const mark = () => simHash(() => texts, number);
const put = (which: SubmissionId, status: 'delivered' | 'draft' | 'queued') =>
  db.submissions.put(aRow({ id: which, status }));

beforeEach(async () => {
  db = new Database(`sim-marks-${crypto.randomUUID()}`);
  await put(id, 'delivered');
  await rememberSim(db, id, await mark(), noon);
});
afterEach(() => db.delete());

it('finds another submission that was delivered with the number within 90 days', async () => {
  expect(await deliveredWith(db, { id: other }, await mark(), noon + days(90) - 1, ALONE)).toBe(id);
  expect(
    await deliveredWith(db, { id: other }, await mark(), noon + days(90), ALONE),
  ).toBeUndefined();
  expect(await deliveredWith(db, { id }, await mark(), noon, ALONE)).toBeUndefined();
  const another = await simHash(() => texts, '8927071234567890129');
  expect(await deliveredWith(db, { id: other }, another, noon, ALONE)).toBeUndefined();
});

it('passes over the returned form that this one corrects', async () => {
  const returned = formId('returned');
  const found = (corrects: string) =>
    mark().then((made) => deliveredWith(db, { id: other, corrects }, made, noon, ALONE));
  expect(await found(returned)).toBe(id);
  await db.submissions.put(aRow({ id, formId: returned, status: 'delivered' }));
  expect(await found(returned)).toBeUndefined();
  expect(await found('another')).toBe(id);
});

it('finds no undelivered or deleted submission', async () => {
  for (const status of ['draft', 'queued'] as const) {
    await put(id, status);
    expect(await deliveredWith(db, { id: other }, await mark(), noon, ALONE)).toBeUndefined();
  }
  await db.submissions.delete(id);
  expect(await deliveredWith(db, { id: other }, await mark(), noon, ALONE)).toBeUndefined();
});

it('has neither number nor key in the database, and nothing after the receipts are deleted', async () => {
  const key = texts.getItem('SimKey') ?? '';
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  const kept = JSON.stringify(await db.device.toArray());
  expect(kept).toContain(await mark());
  for (const secret of [number, key]) expect(kept).not.toContain(secret);
  await deleteReceipts(db, ALONE);
  expect(await db.device.get('simMarks')).toBeUndefined();
});

it('keeps no HMAC of a deleted submission', async () => {
  await rememberSim(db, other, await mark(), noon);
  expect(await createSubmitting(db, browserKeyStore(db)).remove(id, () => true)).toBe('removed');
  const kept = (await db.device.get('simMarks'))?.value;
  expect(kept).toMatchObject([{ id: other }]);
});

it('deletes HMACs after 90 days at the next start, with any clock', async () => {
  await forgetOldSims(db, noon + days(90) - 1);
  expect((await db.device.get('simMarks'))?.value).toHaveLength(1);
  await forgetOldSims(db, noon + days(90));
  expect((await db.device.get('simMarks'))?.value).toEqual([]);
  // The clock was years ahead during this write, and is right again afterwards.
  await rememberSim(db, other, await mark(), noon + days(4000));
  await forgetOldSims(db, noon);
  expect((await db.device.get('simMarks'))?.value).toEqual([]);
});

it('deletes older ones, and a corrected form’s earlier one', async () => {
  await rememberSim(db, id, await simHash(() => texts, '8927071234567890129'), noon);
  expect(await deliveredWith(db, { id: other }, await mark(), noon, ALONE)).toBeUndefined();
  await rememberSim(db, other, await mark(), noon + days(91));
  expect((await db.device.get('simMarks'))?.value).toHaveLength(1);
});

it('gives no warning without its key, and blocks nothing if the key cannot be stored', async () => {
  const anew = await simHash(() => textsOf(), number);
  expect(anew).not.toBe(await mark());
  expect(await deliveredWith(db, { id: other }, anew, noon, ALONE)).toBeUndefined();
  const refusing = () => {
    throw new DOMException('no storage here', 'SecurityError');
  };
  expect(await simHash(refusing, number)).toBeNull();
  expect(await simHash(undefined, number)).toBeNull();
  await rememberSim(db, other, null, noon);
  expect(await deliveredWith(db, { id: other }, null, noon, ALONE)).toBeUndefined();
});
