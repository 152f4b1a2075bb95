import { idempotencyKey } from '../../../src/domain/ids.ts';
import { decodeSubmission } from '../../../src/store/format/submission-row.ts';
import { addFormGuid } from '../../../src/store/outbox/form-guids.ts';
import { drain, pageLimits } from '../../../src/sync/drain/drain.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { db, ports } from '../../support/world/page/project.ts';

/** Puts `count` formGuids of the server into the pool, so that no drain has to ask for one. */
export async function fillPool(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const answer = await ports.api.send(
      { call: 'GetInfo' },
      {
        idempotencyKey: idempotencyKey(crypto.randomUUID()),
        timeoutMs: 30_000,
        signal: new AbortController().signal,
      },
    );
    if (answer.status !== 'result' || answer.result.info === undefined)
      throw new Error(`GetInfo: ${JSON.stringify(answer)}`);
    await addFormGuid(db, answer.result.info.formGuid, Date.now());
  }
}

/** Stores that the backend takes no resumable uploads. */
export const takeNoPieces = (): Promise<void> =>
  ports.store.setResumeSupport({ resumes: false, broken: 0, askedAt: Date.now() });

export type Drained = Readonly<{
  ms: number;
  /** The bytes of bodies and files that had to reach the server. */
  payloadBytes: number;
}>;

/** Repairs, as a page's start does, and so writes the sentinel. Without it a drain first compares all second copies, as after a wipe. */
async function asAfterStart(): Promise<void> {
  if ((await ports.store.sentinel()) === null) await repairFromSecondCopy(ports);
}

/** Drains the whole outbox, one drain after the other, as an open page does. Resolves when nothing waits. */
export async function drainOurs(): Promise<Drained> {
  await asAfterStart();
  const queued = await ports.store.queued();
  let payloadBytes = 0;
  for (const { id, bytesLeft } of queued) {
    const payload = await ports.store.payload(id);
    payloadBytes += bytesLeft + (payload?.json.length ?? 0);
  }
  const started = performance.now();
  let left = queued.length;
  let ended = started;
  const signal = new AbortController().signal;
  while (left > 0) {
    const result = await drain(ports, {
      ...pageLimits,
      reason: 'timer',
      signal,
      onProgress: ({ status }) => {
        if (status !== 'delivered') return;
        left -= 1;
        ended = performance.now();
      },
    });
    if (result.status === 'drained' && left > 0) {
      await refuseRejected();
      const wait = Math.max(0, (result.nextAt ?? 0) - Date.now());
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 1000) + 20));
    }
  }
  return { ms: ended - started, payloadBytes };
}

/** Throws with the server's answers if a submission was rejected: then the figure would be wrong. */
async function refuseRejected(): Promise<void> {
  const rejected = (await db.submissions.where({ status: 'rejected' }).toArray())
    .map(decodeSubmission)
    .filter((row) => row !== null);
  const said = rejected.flatMap(({ steps }) =>
    steps.flatMap(({ content, state }) =>
      state.status === 'rejected' ? [`${content.call}: ${JSON.stringify(state.message)}`] : [],
    ),
  );
  if (rejected.length > 0) throw new Error(`${rejected.length} were rejected. ${said.join(' ')}`);
}
