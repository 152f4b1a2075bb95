import { useId } from 'react';
import '../../../ui/print.css';
import type { Submission } from '../../../domain/submission-types.ts';
import { capturedText } from '../../../messages/captured.ts';
import { supportContacts } from '../../../support-contacts.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { IconShare } from '../../../ui/icons.tsx';
import { IconPrint, IconSms } from '../../../ui/more-icons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { QrCode } from './qr-code.tsx';
import styles from './receipt-panel.module.css';
import { receiptText, smsAddress } from './receipt-text.ts';

export interface ReceiptPanelProps {
  readonly submission: Submission;
  /** The customer's telephone number, as typed; '' where this page does not know it. */
  readonly phone: string;
}

const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** The customer's receipt, by SMS, by the share sheet, on paper, or from screen to screen. */
export function ReceiptPanel({ submission, phone }: ReceiptPanelProps) {
  const t = capturedText();
  const heading = useId();
  const text = receiptText(submission, supportContacts.phone);
  const canShare = 'share' in navigator;

  function share() {
    navigator.share({ text }).catch((error: unknown) => {
      if (!isCancelled(error)) notify(t.notShared, { kind: 'warning' });
    });
  }

  return (
    <section aria-labelledby={heading} className={styles['panel']}>
      <h2 className={styles['heading']} id={heading}>
        {t.receipt}
      </h2>
      <p className={styles['hint']}>{t.receiptHint}</p>
      <div className={styles['receipt']} data-print="">
        <p className={styles['text']}>{text}</p>
        <QrCode label={t.qr} text={text} />
      </div>
      <div className={styles['ways']}>
        <a className={buttonClass('secondary')} href={smsAddress(phone, text)}>
          <IconSms />
          {t.bySms}
        </a>
        {canShare ? (
          <Button icon={<IconShare />} onClick={share}>
            {t.share}
          </Button>
        ) : null}
        <Button icon={<IconPrint />} onClick={() => window.print()}>
          {t.print}
        </Button>
      </div>
    </section>
  );
}
