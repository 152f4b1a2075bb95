import type { SubmissionId } from '../domain/ids.ts';
import { receiptOf } from '../domain/receipt.ts';
import type { Receipt, Submission } from '../domain/submission-types.ts';
import { isClosed } from './format/sealed-forms.ts';
import type { KeyDesk } from './key-desk.ts';
import { openSubmission } from './sealing.ts';

export type KeptReceipts = Readonly<{
  /** Before a call leaves. It opens what it is given only if that is the last one. */
  lookAt: (closed: Submission) => Promise<void>;
  /** What is delivered, with its receipt. @param before closed, where its key went meanwhile */
  given: (before: Submission, after: Submission) => Submission;
}>;

/**
 * Receipts of what is being sent, for as long as this page or worker lives: while the last call is under way its agent may lock, or take
 * off the secret by which it is sent, and nobody could say any more whose it was. Initials and four digits, as the receipt says them.
 */
export function keptReceipts(desk: Pick<KeyDesk, 'keyOf'>): KeptReceipts {
  const receipts = new Map<SubmissionId, Receipt>();
  return {
    async lookAt(closed) {
      const left = closed.steps.filter(({ state }) => state.status !== 'confirmed');
      if (left.length > 1 || closed.personal === null) return;
      const key = await desk.keyOf(closed).catch(() => null);
      if (!key) return;
      const { isBusiness, personal } = await openSubmission(key, closed);
      if (personal !== null) receipts.set(closed.id, receiptOf(personal, isBusiness));
    },
    given(before, after) {
      if (after.status !== 'delivered') return after;
      const kept = receipts.get(after.id);
      const wasClosed = before.personal !== null && isClosed(before.personal);
      return wasClosed && kept !== undefined ? { ...after, receipt: kept } : after;
    },
  };
}
