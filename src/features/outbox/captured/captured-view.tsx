import { type ReactNode, useEffect, useRef, useState } from 'react';
import { willWaitForLink } from '../../../domain/photo-sending.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { refusalOf, type Status, shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { capturedText } from '../../../messages/captured.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { say } from '../../../messages/say.ts';
import { formPath, submissionPath } from '../../../submission-paths.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { IconArrowRight } from '../../../ui/icons.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import type { LinkComponent } from '../../../ui/link.tsx';
import { IconPlus } from '../../../ui/more-icons.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { sendsWhenClosed } from '../../../worker/sends-when-closed.ts';
import type { OutboxContext } from '../outbox-context.ts';
import { Rejection } from '../rejection.tsx';
import { detailText, nameText, simTailOf } from '../submission-text.ts';
import styles from './captured.module.css';
import { CapturedMark } from './captured-mark.tsx';

// Not every customer wants one, and the code that draws the QR code comes with it.
const ReceiptPanel = latePart(async () => (await import('./receipt-panel.tsx')).ReceiptPanel);

/** What this page remembers of the customer after the delivery took it from the disk; '' for what it does not know. */
export type Remembered = Readonly<{ name: string; phone: string; canGoOn: boolean }>;

export interface CapturedViewProps {
  readonly submission: Submission;
  readonly remembered: Remembered;
  readonly context: OutboxContext;
  readonly online: boolean;
  readonly notice: ReactNode;
  readonly Link: LinkComponent;
  readonly onNextCustomer: () => void;
  readonly onAnotherSim: () => void;
  readonly onCorrect: () => void;
}

function Reference({ formId }: Pick<Submission, 'formId'>) {
  const t = capturedText();
  const reference = formId === null ? null : referenceOf(formId);
  return (
    <dl className={styles['reference']}>
      <dt>{t.reference}</dt>
      <dd>
        {reference === null ? (
          t.referenceLater
        ) : (
          <span className={styles['code']}>{reference}</span>
        )}
      </dd>
    </dl>
  );
}

/** What happens next, in a sentence; '' where the status and the server's own words say it. */
function nextText(status: Status, isReached: boolean, photosWait: boolean): string {
  const t = capturedText();
  switch (status) {
    case 'draft':
      return t.backToDraft;
    case 'sent':
      return t.sent;
    case 'attention':
      return '';
    case 'sending':
      return photosWait ? t.photosWait : t.sending;
    case 'waiting':
    case 'paused':
      if (photosWait) return t.photosWait;
      if (isReached) return t.sending;
      return sendsWhenClosed() ? t.savedOffline : t.savedOfflineWhileOpen;
  }
}

const markOf = (status: Status): ReceiptMark => {
  if (status === 'attention') return 'refused';
  return status === 'sent' ? 'sent' : 'saved';
};
type ReceiptMark = Parameters<typeof CapturedMark>[0]['state'];

/** What a person sees after Submit: that it is safe, what the customer can ask with, and the way to the next one. Live. */
export function CapturedView({
  submission,
  remembered,
  context,
  online,
  notice,
  Link,
  onNextCustomer,
  onAnotherSim,
  onCorrect,
}: CapturedViewProps) {
  const t = capturedText();
  const shared = outboxText();
  const [givesReceipt, setGivesReceipt] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // While the submission was read, the focus had nowhere to be: a screen reader starts at the heading.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  const status = shownStatus(submission, context);
  const refusal = refusalOf(submission);
  const next = nextText(
    status,
    online && context.hold === null,
    willWaitForLink(submission, context.photos),
  );
  const detail = detailText(submission, status, context);
  const tail = simTailOf(submission);
  return (
    <Page>
      <header className={styles['head']}>
        <CapturedMark state={markOf(status)} />
        <div>
          <h1 className={styles['title']} ref={title} tabIndex={-1}>
            {t.title}
          </h1>
          <p className={styles['name']}>{remembered.name || nameText(submission)}</p>
          <p className={styles['sim']}>{say(t.simOf[submission.kind], { tail })}</p>
        </div>
      </header>
      <Reference formId={submission.formId} />
      <div className={styles['state']} role="status">
        <StatusBadge status={status}>{shared.status[status]}</StatusBadge>
        {detail ? <span>{detail}</span> : null}
        {next ? <p className={styles['next']}>{next}</p> : null}
      </div>
      {refusal ? <Rejection Link={Link} message={refusal} submission={submission} /> : null}
      <div className={styles['actions']}>
        {status === 'attention' ? (
          <Button block onClick={onCorrect} variant="primary">
            {shared.correct}
          </Button>
        ) : null}
        {status === 'draft' ? (
          <Link className={buttonClass('primary', true)} to={formPath(submission)}>
            {shared.continue}
          </Link>
        ) : null}
        <Button
          block
          onClick={onNextCustomer}
          variant={status === 'attention' || status === 'draft' ? 'secondary' : 'primary'}
        >
          {t.nextCustomer}
          <IconArrowRight />
        </Button>
        {remembered.canGoOn ? (
          <Button block icon={<IconPlus />} onClick={onAnotherSim}>
            {t.anotherSim}
          </Button>
        ) : null}
        <Button aria-expanded={givesReceipt} block onClick={() => setGivesReceipt(!givesReceipt)}>
          {t.giveReceipt}
        </Button>
      </div>
      {givesReceipt ? <ReceiptPanel phone={remembered.phone} submission={submission} /> : null}
      <Link className={styles['details'] ?? ''} to={submissionPath(submission.id)}>
        {t.details}
      </Link>
      {notice}
    </Page>
  );
}
