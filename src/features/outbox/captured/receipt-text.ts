import { referenceOf } from '../../../domain/reference.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { capturedText } from '../../../messages/captured.ts';
import { formatWhen } from '../../../messages/formats.ts';
import { say } from '../../../messages/say.ts';
import { sentences } from '../../../messages/sentences.ts';
import { simTailOf } from '../submission-text.ts';

/** The customer's receipt: nothing of a person but what the customer knows, and short enough for one SMS. */
export function receiptText(submission: Submission, supportPhone: string): string {
  const t = capturedText();
  const { formId, submittedAt, createdAt } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  return sentences(
    say(t.receiptCaptured, {
      tail: simTailOf(submission),
      at: formatWhen(submittedAt ?? createdAt),
    }),
    reference === null ? null : say(t.receiptReference, { reference }),
    t.receiptNotActive,
    supportPhone === '' ? null : say(t.receiptQuestions, { phone: supportPhone }),
  );
}

/** Opens the phone's own app for an SMS, with the text filled in. It goes without data. */
export const smsAddress = (phone: string, text: string): string =>
  `sms:${phone.replace(/[^\d+]/g, '')}?body=${encodeURIComponent(text)}`;
