import type { SubmissionId } from '../../domain/ids.ts';
import type { SubmissionStatus } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import { isNumber } from '../format/shape.ts';
import { areKeys, decodeSubmission, statusOf } from '../format/submission-row.ts';
import { hasLock } from '../keys/agent-access.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import { deleteReceiptsOf, receiptTables } from '../outbox/receipts.ts';
import type { FormAtRisk, LockStore, ResetLoss } from './lock-contract.ts';
import { removeUnlockMethods } from './unlock-methods.ts';

/** The part of a form that is readable without its key. */
type ClosedForm = FormAtRisk & Readonly<{ status: SubmissionStatus | null; isSent: boolean }>;

async function formsOf(db: Database, agent: string): Promise<readonly ClosedForm[]> {
  const rows = await withReopen(db, () => undeliveredRows(db));
  return rows
    .filter((row) => row.agent === agent)
    .map((row) => ({
      id: row.id,
      status: statusOf(row),
      kind: decodeSubmission(row)?.kind ?? null,
      createdAt: isNumber(row.createdAt) ? row.createdAt : 0,
      isSent: statusOf(row) === 'queued' && !(areKeys(row.keys) && row.keys.q === undefined),
    }));
}

function whatIsLost(forms: readonly ClosedForm[]): ResetLoss {
  const lost = forms.filter(({ isSent }) => !isSent);
  const lostIf = (isOne: (status: ClosedForm['status']) => boolean): readonly FormAtRisk[] =>
    lost.flatMap(({ createdAt, id, kind, status }) =>
      isOne(status) ? [{ id, createdAt, kind }] : [],
    );
  return {
    stays: forms.length - lost.length,
    drafts: lostIf((status) => status === 'draft'),
    waiting: lostIf((status) => status === 'queued'),
    attention: lostIf((status) => status !== 'draft' && status !== 'queued'),
  };
}

type EndingPorts = Readonly<{
  follow: (unused: readonly string[]) => Promise<void>;
  lockEverywhere: () => void;
  /** Deletes a form with its copy and its secrets. Returns false if a call of the form is in flight. */
  remove: (id: SubmissionId) => Promise<boolean>;
}>;

export const agentReset = (
  db: Database,
  { follow, lockEverywhere, remove }: EndingPorts,
): Pick<LockStore, 'whatResetLoses' | 'resetAgent'> => ({
  whatResetLoses: async (agent) => whatIsLost(await formsOf(db, agent)),

  resetAgent: async (id, named) => {
    const agent = await withReopen(db, () => db.agents.get(id));
    if (agent === undefined) return { status: 'lost' };
    const lost = (await formsOf(db, id)).filter(({ isSent }) => !isSent);
    // The server may have refused a submission meanwhile.
    if (lost.some((form) => !named.includes(form.id))) return { status: 'changed' };
    for (const form of lost) if (!(await remove(form.id))) return { status: 'notSaved' };
    await withReopen(db, () =>
      db.transaction('rw', [db.agents, db.secretNames, ...receiptTables(db)], async () => {
        await removeUnlockMethods(db, id);
        // The receipts would be hidden from the others, so that nobody could delete them.
        if ((await db.agents.toArray()).some(hasLock)) await deleteReceiptsOf(db, id);
      }),
    );
    lockEverywhere();
    await follow(peppersOf(agent));
    return { status: 'done' };
  },
});
