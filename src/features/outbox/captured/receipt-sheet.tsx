import { generate } from 'lean-qr';
import { saPhone } from '../../../domain/forms/rules.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { canStartCorrection } from '../../../domain/status-line.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { capturedText } from '../../../messages/captured.ts';
import { formatWhen } from '../../../messages/formats.ts';
import { format, sentences } from '../../../messages/text.ts';
import { simTailOf } from '../submission/submission-text.ts';
import styles from './receipt-sheet.module.css';
import '../../../ui/print.css';
import { supportContacts } from '../../../settings/support-contacts.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { IconClose, IconShare } from '../../../ui/frame/icons.tsx';
import { IconPrint, IconSms } from '../../../ui/frame/more-icons.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';

/** The white margin that QR readers need, in modules. */
const QUIET = 4;

/** Draws a text as a QR code. The code is an SVG path, because the content security policy allows no data: URLs. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = generate(text);
  const path: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path.push(`M${x} ${y}h1v1h-1z`);
  const side = code.size + 2 * QUIET;
  return (
    <svg
      aria-label={label}
      className={styles['qr']}
      role="img"
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
    >
      <path d={path.join('')} />
    </svg>
  );
}

function stateText(submission: Submission, verdict: Verdict | undefined): string {
  const t = capturedText();
  switch (verdict?.state) {
    case 'active':
      return format(t.receiptActive, { tail: simTailOf(submission), when: formatWhen(verdict.at) });
    case 'returned':
    case 'known':
      return canStartCorrection(verdict) ? t.receiptReturned : t.receiptTwice;
    default:
      return t.receiptNotActive;
  }
}

/** The customer's receipt. It contains no personal data that the customer does not know, and is short, for an SMS. */
export function receiptText(
  submission: Submission,
  supportPhone: string,
  verdict?: Verdict,
): string {
  const t = capturedText();
  const { corrects, createdAt, formId, submittedAt } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  const referenceSentence = reference === null ? null : format(t.receiptReference, { reference });
  const questions =
    supportPhone === '' ? null : format(t.receiptQuestions, { phone: supportPhone });
  if (submission.status === 'rejected')
    return sentences(
      format(t.receiptRefused, { tail: simTailOf(submission) }),
      referenceSentence,
      questions,
    );
  return sentences(
    format(t.receiptCaptured, {
      tail: simTailOf(submission),
      at: formatWhen(submittedAt ?? createdAt),
    }),
    referenceSentence,
    corrects === undefined ? null : format(t.receiptReplaces, { reference: referenceOf(corrects) }),
    stateText(submission, verdict),
    questions,
  );
}

/**
 * A link that opens the phone's SMS app with the text filled in, for the number that the form's call sends. Sending an SMS needs no
 * mobile data.
 */
export const smsAddress = (phone: string, text: string): string =>
  `sms:${saPhone.normalise(phone).replace(/[^\d+]/g, '')}?body=${encodeURIComponent(text)}`;

export interface ReceiptSheetProps {
  readonly submission: Submission;
  readonly verdict: Verdict | undefined;
  /** The customer's phone number as typed; '' if this page does not know it. */
  readonly phone: string;
  readonly onClose: () => void;
}

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Gives the customer a receipt: by SMS, share sheet, print, or QR code. */
export function ReceiptSheet({ submission, verdict, phone, onClose }: ReceiptSheetProps) {
  const t = capturedText();
  const text = receiptText(submission, supportContacts.phone, verdict);
  const canShare = 'share' in navigator;

  function share() {
    navigator.share({ text }).catch((error: unknown) => {
      if (!isCancelled(error)) notify(t.notShared, { kind: 'warning' });
    });
  }

  return (
    <Dialog
      actions={
        <>
          <a className={buttonClass('primary', true)} href={smsAddress(phone, text)}>
            <IconSms />
            {t.bySms}
          </a>
          {canShare ? (
            <Button icon={<IconShare />} onClick={share} variant="quiet">
              {t.share}
            </Button>
          ) : null}
          <Button icon={<IconPrint />} onClick={() => window.print()} variant="quiet">
            {t.print}
          </Button>
          <Button icon={<IconClose />} onClick={onClose} variant="quiet">
            {t.close}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={submission.status === 'rejected' ? t.tellCustomer : t.receipt}
    >
      <div className={styles['receipt']} data-print="">
        <QrCode label={t.qr} text={text} />
        <p className={styles['text']}>{text}</p>
      </div>
    </Dialog>
  );
}
