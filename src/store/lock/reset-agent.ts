import type { SubmissionId } from '../../domain/ids.ts';
import type { SubmissionStatus } from '../../domain/submission-types.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import { isNumber } from '../format/shape.ts';
import { areKeys, decodeSubmission, statusOf } from '../format/submission-row.ts';
import { undeliveredRows } from '../outbox/counters.ts';
import type { LockStore, LosesForm, StartAgainLoses } from './lock-contract.ts';
import { endWays } from './unlock-methods.ts';

/** The readable part of a form without its key. */
type ClosedForm = LosesForm &
  Readonly<{ id: SubmissionId; status: SubmissionStatus | null; isSent: boolean }>;

/** An agent's, but for what is delivered. */
async function formsOf(db: Database, agent: string): Promise<readonly ClosedForm[]> {
  const rows = await reopening(db, () => undeliveredRows(db));
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

function whatIsLost(forms: readonly ClosedForm[]): StartAgainLoses {
  const lost = forms.filter(({ isSent }) => !isSent);
  const asLost = ({ createdAt, kind }: ClosedForm): LosesForm => ({ createdAt, kind });
  return {
    stays: forms.length - lost.length,
    drafts: lost.filter(({ status }) => status === 'draft').map(asLost),
    attention: lost.filter(({ status }) => status !== 'draft').map(asLost),
  };
}

type EndingPorts = Readonly<{
  follow: (gone: readonly string[]) => Promise<void>;
  lockEverywhere: () => void;
  /** Deletes a form with its copy and its secrets. False: a call of it is under way. */
  remove: (id: SubmissionId) => Promise<boolean>;
}>;

/** For an agent who has neither PIN nor recovery code. */
export const startingAgain = (
  db: Database,
  { follow, lockEverywhere, remove }: EndingPorts,
): Pick<LockStore, 'whatStartAgainLoses' | 'startAgain'> => ({
  whatStartAgainLoses: async (agent) => whatIsLost(await formsOf(db, agent)),

  startAgain: async (id) => {
    const agent = await reopening(db, () => db.agents.get(id));
    if (agent === undefined) return { status: 'lost' };
    for (const form of await formsOf(db, id))
      if (!form.isSent && !(await remove(form.id))) return { status: 'notSaved' };
    await reopening(db, () =>
      db.transaction('rw', [db.agents, db.secretNames], async () => endWays(db, id)),
    );
    lockEverywhere();
    await follow(peppersOf(agent));
    return { status: 'done' };
  },
});
