import { CUSTOMER_TYPE } from '../../domain/forms/customer.ts';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { type FormId, formId, type SubmissionId, submissionId } from '../../domain/ids.ts';
import { type Correction, type ReasonCode, reasonOf } from '../../domain/verdict.ts';
import type { Database } from '../db/database.ts';
import { readThenWrite, type WritePlan } from '../db/transactions.ts';
import type { VerdictRow } from '../format/rows.ts';
import { isText } from '../format/shape.ts';
import { decodeSubmission, type StoredSubmission } from '../format/submission-row.ts';
import { type AgentAccess, isOther, isVisibleTo } from '../keys/agent-access.ts';
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

/** A returned registration: its receipt, or its number and the kind that a person chose. */
export type ReturnedRegistration = SubmissionId | Readonly<{ formId: FormId; kind: FormKind }>;

export type BegunCorrection =
  /** `by`: the new draft, or the correction that exists already. */
  | Readonly<{ status: 'begun'; by: Pick<Correction, 'id' | 'kind' | 'status'> }>
  /** The registration is not returned any more, its receipt was deleted, or it is another agent's. */
  | Readonly<{ status: 'gone' }>
  /** The operator has it already. A correction would register the customer twice. */
  | Readonly<{ status: 'duplicate' }>;

/** The facts that a correction takes over. */
type Facts = Readonly<{ corrects: FormId; kind: FormKind; isBusiness: boolean }>;

type Seen = NewPlace &
  Readonly<{
    row: StoredSubmission | undefined;
    verdict: VerdictRow | undefined;
    correction: StoredSubmission | undefined;
  }>;

/** Returns null if the receipt is missing, or if the submission is not delivered. */
function factsOf(of: ReturnedRegistration, row: StoredSubmission | undefined): Facts | null {
  if (typeof of !== 'string') return { corrects: of.formId, kind: of.kind, isBusiness: false };
  const receipt = decodeSubmission(row);
  if (receipt?.status !== 'delivered' || receipt.formId === null) return null;
  return { corrects: receipt.formId, kind: receipt.kind, isBusiness: receipt.isBusiness };
}

/**
 * Begins the correction of a returned registration: a new draft with its kind and its kind of customer. Without a receipt, only the
 * kind that the person chose is known. The customer's data has left the phone. The draft and the verdict name each other, written in one transaction. So two tabs begin one correction.
 */
export async function beginCorrection(
  db: Database,
  keyStore: KeyStore,
  of: ReturnedRegistration,
  { newId, now }: Readonly<{ newId: () => string; now: () => number }>,
): Promise<BegunCorrection> {
  const id = submissionId(newId());
  const access: AgentAccess = await keyStore.agentAccess();
  return keyStore.withAvailableSecret(() =>
    readThenWrite<Seen, SecretAttempt<BegunCorrection>>(db, {
      tables: [...newFormTables, 'verdicts'],
      read: async () => {
        const row = typeof of === 'string' ? await db.submissions.get(of) : undefined;
        const number = typeof of === 'string' ? row?.formId : of.formId;
        const key = isText(number) ? verdictKey(formId(number)) : null;
        const verdict = key === null ? undefined : await db.verdicts.get(key);
        const correction = await correctionRow(db, verdict);
        return { ...(await readNewPlace(db, id)), row, verdict, correction };
      },
      plan: async (seen): Promise<WritePlan<SecretAttempt<BegunCorrection>>> => {
        const { available, row, sequence, verdict } = seen;
        const facts = factsOf(of, row && isVisibleTo(access, row) ? row : undefined);
        if (facts === null || isOther(access, verdict?.agent))
          return { result: { status: 'gone' } };
        const by = correctionIn(seen.correction);
        if (by !== undefined) return { result: { status: 'begun', by } };
        if (!isOpenReturn(verdict)) return { result: { status: 'gone' } };
        if (verdict.code === 'duplicate') return { result: { status: 'duplicate' } };
        if (available === undefined) return { result: 'noneAvailable' };
        const key = await keyStore.newKey(id, available);
        if (key === null) return secretLost(db, available);
        const { corrects, isBusiness, kind } = facts;
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

export async function returnedForm(
  db: Database,
  agentAccess: () => Promise<AgentAccess>,
  corrects: FormId,
): Promise<ReturnedForm> {
  const verdict = await db.verdicts.get(verdictKey(corrects));
  const { id } = await correctedForm(db, await agentAccess(), corrects);
  const receipt = id === null ? null : decodeSubmission(await db.submissions.get(id));
  const isReturned = verdict?.state === 'refused';
  return {
    reason: isReturned ? { code: reasonOf(verdict.code), text: verdict.text ?? '' } : null,
    simTail: receipt?.status === 'delivered' ? receipt.receipt.simTail : '',
  };
}
