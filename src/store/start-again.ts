import type { SubmissionId } from '../domain/ids.ts';
import type { SubmissionStatus } from '../domain/submission-types.ts';
import type { Database } from './database.ts';
import { isNumber } from './format/shape.ts';
import { decodeSubmission, statusOf } from './format/submission-row.ts';
import type { LosesForm, StartAgainLoses } from './lock-port.ts';
import { reopening } from './reopen.ts';
import { undeliveredRows } from './undelivered-rows.ts';

/** What of a form can be known without its key. */
export type ClosedForm = LosesForm &
  Readonly<{ id: SubmissionId; status: SubmissionStatus | null }>;

/** An agent's, but for what is delivered. */
export async function formsOf(db: Database, agent: string): Promise<readonly ClosedForm[]> {
  const rows = await reopening(db, () => undeliveredRows(db));
  return rows
    .filter((row) => row.agent === agent)
    .map((row) => ({
      id: row.id,
      status: statusOf(row),
      kind: decodeSubmission(row)?.kind ?? null,
      createdAt: isNumber(row.createdAt) ? row.createdAt : 0,
    }));
}

export function whatIsLost(forms: readonly ClosedForm[]): StartAgainLoses {
  const inStatus = (status: SubmissionStatus): readonly LosesForm[] =>
    forms
      .filter((form) => form.status === status)
      .map(({ createdAt, kind }) => ({ createdAt, kind }));
  return {
    stays: inStatus('queued').length,
    drafts: inStatus('draft'),
    attention: inStatus('rejected'),
  };
}
