import type { SubmissionId } from '../../../src/domain/ids.ts';
import { openServices } from '../../../src/services/services.ts';
import { environmentOf } from '../../../src/settings/environment.ts';
import { draftOf } from '../../../src/store/drafts/draft-tables.ts';
import type { DraftRow } from '../../../src/store/format/rows.ts';
import { drain, pageLimits } from '../../../src/sync/drain/drain.ts';
import { removeSubmission, sendNow } from '../../../src/sync/submit/after-submit.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import { drainMessage } from '../../../src/sync/worker-messages.ts';
import { madeUpSignature, makeDraft, personalWords } from '../../support/world/page/made-up.ts';
import { db, keyStore } from '../../support/world/page/project.ts';

// Starts like a page of the app, which first repairs the store from the second copy.
const { sync } = await openServices({
  ...environmentOf(location.href),
  deviceIdentifier: null,
});
const { ports } = await sync();

export type CapturedFile = Readonly<{ name: string; sha256: string }>;
/** A submission that the screen called saved. */
export type Acknowledged = Readonly<{ index: number; id: string; files: readonly CapturedFile[] }>;

/** Captures and submits a form with one to three photos of 2 to 202 kB each. */
async function capture(index: number): Promise<Acknowledged> {
  const madeUp = {
    photos: 1 + Math.floor(Math.random() * 3),
    photoBytes: 2000 + Math.floor(Math.random() * 200_000),
    type: 'image/jpeg',
  } as const;
  const { id } = await makeDraft(db, keyStore, index, madeUp);
  return submitDraft(id, index);
}

async function submitDraft(id: Parameters<typeof submit>[1], index: number): Promise<Acknowledged> {
  // Reads the files' hashes before Submit, because the backend must have the files that the customer signed for.
  const rows = await db.attachments.where({ submissionId: id }).toArray();
  const files = rows
    .filter(({ kind }) => kind !== 'signature')
    .map(({ fileName, sha256 }) => ({ name: fileName, sha256 }));
  const result = await submit(ports, id, await madeUpSignature());
  if (result.status !== 'saved') throw new Error(`Submit ended with ${JSON.stringify(result)}`);
  return { index, id, files };
}

/**
 * Returns the first names in the drafts that the typist typed, and deletes these drafts. Drafts of this page have a SIM card number, and
 * stay. Throws if a draft does not decrypt: this is a loss.
 */
async function takeTypedNames(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const row of await db.drafts.toArray()) {
    const draft = await openedDraft(row.id);
    if (draft === 'gone' || draft.values['simCardNumber'] !== undefined) continue;
    await removeSubmission(ports, row.id);
    names.push(String(draft.values['firstName'] ?? ''));
  }
  return names;
}

/** Decrypts a draft. Returns 'gone' if the worker delivered it meanwhile. A delivery deletes the draft and its key, so this is no loss. */
async function openedDraft(id: SubmissionId): Promise<DraftRow | 'gone'> {
  const read = () =>
    db.transaction('r', [db.drafts, db.submissions], async () => ({
      row: await db.drafts.get(id),
      submission: await db.submissions.get(id),
    }));
  const { row, submission } = await read();
  if (row === undefined) return 'gone';
  const key = submission && (await keyStore.keyOf(submission));
  const draft = key === null ? null : await draftOf(key, row);
  if (draft !== null) return draft;
  if ((await read()).row === undefined) return 'gone';
  throw new Error(`The draft ${id} (${String(submission?.status)}) does not open`);
}

/** Submits the drafts that a kill left behind before their Submit. */
async function submitLeftDrafts(): Promise<readonly Acknowledged[]> {
  const done: Acknowledged[] = [];
  for (const row of await db.submissions.where({ status: 'draft' }).toArray()) {
    const submission = await keyStore.decrypted(row);
    const sim = String(submission?.personal?.simCardNumber);
    done.push(await submitDraft(row.id, Number(sim.slice(6))));
  }
  return done;
}

/** Runs a drain in this page, also while the worker drains. */
async function drainHere(): Promise<string> {
  const signal = AbortSignal.timeout(20_000);
  const result = await drain(ports, { ...pageLimits, reason: 'start', signal });
  return result.status;
}

/**
 * Ends the lease a minute earlier, as if the minute of a dead drain's lease had passed. Otherwise a run would mostly wait. If the drain is
 * still alive, a second drain may start beside it, and fencing must handle that.
 */
async function aMinuteLater(): Promise<void> {
  await db.transaction('rw', db.device, async () => {
    const lease = (await db.device.get('lease'))?.value;
    if (typeof lease !== 'object' || lease === null || !('until' in lease)) return;
    await db.device.put({ key: 'lease', value: { ...lease, until: Number(lease.until) - 60_000 } });
  });
}

/** Puts a mark into the database. Returns true if there already was a mark. If not, the database is new. */
async function mark(): Promise<boolean> {
  const there = await db.device.get('chaosMark');
  await db.device.put({ key: 'chaosMark', value: true });
  return there !== undefined;
}

function wakeWorker(): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => port1.close();
  navigator.serviceWorker.controller?.postMessage(drainMessage('start'), [port2]);
}

async function statusCounts(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = { draft: 0, queued: 0, rejected: 0, delivered: 0 };
  await db.submissions.each(({ status }) => {
    const key = String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  });
  return counts;
}

/** Returns the waiting and refused submissions for a report. All personal data in it is made up. */
async function stuck(): Promise<string> {
  const stored = await db.submissions.where('status').noneOf(['delivered', 'draft']).toArray();
  // Decrypted, because an encrypted row does not show the server's message of a refusal.
  const rows = (await Promise.all(stored.map(keyStore.decrypted))).filter((row) => row !== null);
  const hold = await ports.store.hold();
  return JSON.stringify({
    hold,
    rows: rows.map(({ status, steps, nextAttemptAt, history }) => ({
      status,
      nextAttemptAt,
      steps: steps.map(
        ({ content, state }) =>
          `${content.call} ${state.status}${state.status === 'rejected' ? JSON.stringify(state.message) : ''}`,
      ),
      history: history.slice(-5),
    })),
  });
}

/** Returns the places on the device that still have personal data. The list is empty if this page finds no such place. */
async function personalDataLeft(indexes: readonly number[]): Promise<readonly string[]> {
  const words = [...new Set(indexes.flatMap((index) => [...personalWords(index)]))];
  const found: string[] = [];
  for (const table of db.tables) {
    const rows: unknown[] = await table.toArray();
    const isContent = ['drafts', 'strokes', 'attachments', 'blobs', 'payloads'].includes(
      table.name,
    );
    if (isContent && rows.length > 0) found.push(`${rows.length} rows in ${table.name}`);
    const text = JSON.stringify(rows);
    if (words.some((word) => text.includes(word))) found.push(`a customer in ${table.name}`);
  }
  for (const folder of await ports.secondCopy.folders())
    if (folder !== 'mark')
      found.push(
        `a folder of the second copy: ${(await ports.secondCopy.names(folder)).join(', ')}`,
      );
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      if (new URL(request.url).pathname.startsWith('/api/')) found.push('an API answer in a cache');
  return found;
}

const chaosPage = {
  aMinuteLater,
  capture,
  drainHere,
  mark,
  personalDataLeft,
  sendNow: () => sendNow(ports),
  statusCounts,
  stuck,
  submitLeftDrafts,
  takeTypedNames,
  wakeWorker,
} as const;
export type ChaosPage = typeof chaosPage;

declare global {
  interface Window {
    veldChaos: ChaosPage;
  }
}
window.veldChaos = chaosPage;
