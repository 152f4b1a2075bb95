import { CUSTOMER_TYPE } from '../../domain/forms/customer.ts';
import { type FormId, formId, type SubmissionId, submissionId } from '../../domain/ids.ts';
import { type Correction, type ReasonCode, reasonOf } from '../../domain/verdict.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan } from '../db/transactions.ts';
import type { VerdictRow } from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isVisibleTo } from '../keys/agent-access.ts';
import type { SecretAttempt } from '../keys/available-secrets.ts';
import { type KeyStore, secretLost } from '../keys/key-store.ts';
import {
  correctedForm,
  correctionIn,
  correctionRow,
  isOpenReturn,
  verdictKey,
} from '../outbox/verdict-rows.ts';
import { newContent } from './draft-content.ts';
import { type NewPlace, newForm, newFormTables, readNewPlace } from './drafts.ts';

export type BegunCorrection =
  /** `by`: the new draft, or the correction that exists already. */
  | Readonly<{ status: 'begun'; by: Pick<Correction, 'id' | 'kind' | 'status'> }>
  /** The registration is not returned any more, or its receipt was deleted. */
  | Readonly<{ status: 'gone' }>;

type Seen = NewPlace &
  Readonly<{
    row: StoredSubmission | undefined;
    verdict: VerdictRow | undefined;
    correction: StoredSubmission | undefined;
  }>;

/**
 * Begins the correction of a returned registration: a new draft with its kind and its kind of customer. The customer's data has left the
 * phone. The draft and the verdict name each other, written in one transaction. So two tabs begin one correction.
 */
export async function beginCorrection(
  db: Database,
  keyStore: KeyStore,
  of: SubmissionId,
  { newId, now }: Readonly<{ newId: () => string; now: () => number }>,
): Promise<BegunCorrection> {
  const id = submissionId(newId());
  const access: AgentAccess = await keyStore.agentAccess();
  return keyStore.withAvailableSecret(() =>
    readThenWrite<Seen, SecretAttempt<BegunCorrection>>(db, {
      tables: [...newFormTables, 'verdicts'],
      read: async () => {
        const row = await db.submissions.get(of);
        const key = isText(row?.formId) ? verdictKey(formId(row.formId)) : null;
        const verdict = key === null ? undefined : await db.verdicts.get(key);
        const correction = await correctionRow(db, verdict);
        return { ...(await readNewPlace(db, id)), row, verdict, correction };
      },
      plan: async (seen): Promise<WritePlan<SecretAttempt<BegunCorrection>>> => {
        const { available, row, sequence, verdict } = seen;
        const receipt = row && isVisibleTo(access, row) ? decodeSubmission(row) : null;
        const corrects = receipt?.formId ?? null;
        if (receipt === null || corrects === null) return { result: { status: 'gone' } };
        const by = correctionIn(seen.correction);
        if (by !== undefined) return { result: { status: 'begun', by } };
        if (receipt.status !== 'delivered' || !isOpenReturn(verdict))
          return { result: { status: 'gone' } };
        if (available === undefined) return { result: 'noneAvailable' };
        const key = await keyStore.newKey(id, available);
        if (key === null) return secretLost(db, available);
        const { isBusiness, kind } = receipt;
        const content = newContent(kind, isBusiness ? { [CUSTOMER_TYPE]: true } : {});
        const form = { id, kind, content, corrects, attachments: [], at: now() };
        const write = await newForm(db, key, { ...form, sequence: sequence + 1 });
        const { dismissedAt: _, ...open } = verdict;
        return {
          result: { status: 'begun', by: { id, kind, status: 'draft' } },
          write: async () => {
            await write();
            await db.verdicts.put({ ...open, correctedBy: id });
          },
        };
      },
    }),
  );
}

/** Facts about the returned registration that a form corrects. */
export type ReturnedForm = Readonly<{
  /** Null if the phone no longer knows why the operator returned it. */
  reason: Readonly<{ code: ReasonCode; text: string }> | null;
  /** The end of its SIM card number; '' if unknown. */
  simTail: string;
}>;

export async function returnedForm(db: Database, corrects: FormId): Promise<ReturnedForm> {
  const verdict = await db.verdicts.get(verdictKey(corrects));
  const { id } = await correctedForm(db, corrects);
  const receipt = id === null ? null : decodeSubmission(await db.submissions.get(id));
  const isReturned = verdict?.state === 'refused';
  return {
    reason: isReturned ? { code: reasonOf(verdict.code), text: verdict.text ?? '' } : null,
    simTail: receipt?.status === 'delivered' ? receipt.receipt.simTail : '',
  };
}
