import * as v from 'valibot';
import { infoResultSchema } from '../../../src/api/contract.ts';
import { formId, submissionId } from '../../../src/domain/ids.ts';
import { writeKey } from '../../../src/store/device/device-keys.ts';
import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import { newestSubmissions } from '../../../src/store/lists/outbox-queries.ts';
import { db, ports } from '../../support/world/page/project.ts';
import { receiptRow } from './ten-thousand.ts';

const base = '/api';
const PAGE = 100;
const guidOf = (n: number) =>
  formId(`${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`);

/** Stores receipts from a backend that announces verdicts. */
export async function seedReceipts(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...receiptRow(index + 1),
    formId: guidOf(index),
  }));
  await db.submissions.bulkPut(rows);
  await db.formGuids.bulkPut(
    rows.map((row) => ({ guid: row.formId, submissionId: submissionId(row.id), agent: 'agent' })),
  );
  await writeKey(db, 'announced', { base, accepts: ['statusAfter'] });
}

/** The server's answer with the verdicts of 100 forms. */
function answerAbout(first: number, at: number): string {
  const items = Array.from({ length: PAGE }, (_, index) => ({
    formId: guidOf(first + index),
    ...(index % 10 === 0 ? { state: 'refused', code: 'photoUnreadable' } : { state: 'active' }),
    at,
  }));
  return JSON.stringify({
    wasSuccessful: true,
    heading: '',
    description: '',
    modelState: {},
    titleOptions: [],
    typeOfBusinessOptions: [],
    formGuid: '',
    accepts: ['statusAfter'],
    status: { now: at, items, next: `e.${first}`, more: false },
  });
}

/** Parses and stores the verdicts of all receipts. Returns the ms of each page. */
export async function readVerdictPages(count: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let first = 0; first < count; first += PAGE) {
    const at = Date.now();
    const text = answerAbout(first, at);
    const started = performance.now();
    const { status } = v.parse(infoResultSchema, JSON.parse(text));
    if (status === null) throw new Error('The answer has no verdicts.');
    const { items, next, now } = status;
    await ports.store.saveVerdicts({
      device: 'this phone',
      items,
      after: next ?? '',
      isWhole: false,
      isLast: true,
      now,
      heardAt: at,
    });
    took.push(performance.now() - started);
  }
  return took;
}

/** The ms of reading the newest 50 rows with their verdicts. */
export async function listTimes(rounds: number): Promise<readonly number[]> {
  const keyStore = { ...browserKeyStore(db), backend: { base, accepts: [] } };
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await newestSubmissions(db, keyStore, { limit: 50 });
    took.push(performance.now() - started);
  }
  return took;
}
