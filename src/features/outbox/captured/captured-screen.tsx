import { type ReactNode, useEffect, useRef, useState } from 'react';
import { customerName, customerPhone } from '../../../domain/forms/customer.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { statusLine } from '../../../domain/status-line.ts';
import { type Status, shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { capturedText } from '../../../messages/captured.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { helpLinkText, windowTitle } from '../../../messages/shell.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { HELP_PATH } from '../../../paths/page-paths.ts';
import { formPath, submissionPath } from '../../../paths/submission-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { SignIn } from '../../../ui/frame/get-help.tsx';
import { IconArrowRight, IconError } from '../../../ui/frame/icons.tsx';
import { lazyComponent } from '../../../ui/frame/lazy-component.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { IconPlus } from '../../../ui/frame/more-icons.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import { sendsWhenClosed } from '../../../worker/sends-when-closed.ts';
import { type OutboxContext, useOutboxContext } from '../outbox-context.ts';
import { customerOf } from '../recent-customers.ts';
import { RowBoundary } from '../row-boundary.tsx';
import { StatusWithSentence, sentenceText, WhatToDo } from '../submission/status-sentence.tsx';
import { SubmissionNotFound } from '../submission/submission-not-found.tsx';
import { detailText, nameText, simTailOf } from '../submission/submission-text.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadablePage } from '../unreadable-entry.tsx';
import styles from './captured.module.css';
import markStyles from './captured-mark.module.css';

/**
 * A tick that is drawn when this phone has saved the submission, and again when the server has received it. An error
 * icon if the server refused it.
 */
export function CapturedMark({ state }: { readonly state: 'saved' | 'sent' | 'refused' }) {
  if (state === 'refused')
    return (
      <span className={markStyles['refused']}>
        <IconError />
      </span>
    );
  return (
    <svg aria-hidden="true" className={markStyles[state]} key={state} viewBox="0 0 48 48">
      <circle cx="24" cy="24" r="22" />
      <path d="M13 25l8 8 15-17" pathLength="1" />
    </svg>
  );
}

// Loaded on demand with the QR code library, because not every customer wants a receipt.
const ReceiptPanel = lazyComponent(async () => (await import('./receipt-panel.tsx')).ReceiptPanel);

/** The customer's data that this page remembers after the delivery deleted it. '' for unknown values. */
export type Remembered = Readonly<{ name: string; phone: string; canGoOn: boolean }>;

export interface CapturedViewProps {
  readonly submission: Submission;
  readonly remembered: Remembered;
  readonly context: OutboxContext;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly notice: ReactNode;
  readonly Link: LinkComponent;
  readonly onNextCustomer: () => void;
  readonly onAnotherSim: () => void;
  readonly onCorrect: () => void;
  /** Sends the photos over any connection. */
  readonly onSendPhotos: () => void;
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

const markOf = (status: Status): ReceiptMark => {
  if (status === 'attention') return 'refused';
  return status === 'sent' ? 'sent' : 'saved';
};
type ReceiptMark = Parameters<typeof CapturedMark>[0]['state'];

export function CapturedView({
  submission,
  remembered,
  context,
  online,
  hasSignIn,
  notice,
  Link,
  onNextCustomer,
  onAnotherSim,
  onCorrect,
  onSendPhotos,
}: CapturedViewProps) {
  const t = capturedText();
  const shared = outboxText();
  const [givesReceipt, setGivesReceipt] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // While the submission was read, nothing had the focus. The heading gets the focus, so that a screen reader starts
  // there.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  const status = shownStatus(submission, context);
  const situation = { ...context, online, hasSignIn };
  const line = statusLine(submission, { ...situation, sendsWhenClosed: sendsWhenClosed() });
  const heading = t.title[line.heading];
  // The route sets the title 'Captured' before the submission is read.
  useEffect(() => {
    document.title = windowTitle(heading);
  }, [heading]);
  // Only the page 'Details' shows the time of the next attempt.
  const detail = status === 'sending' ? detailText(submission, status, context) : '';
  const tail = simTailOf(submission);
  const help = (variant: 'primary' | 'secondary') => (
    <Link className={buttonClass(variant, true)} to={HELP_PATH}>
      {helpLinkText().getHelp}
    </Link>
  );
  const correct = (variant: 'primary' | 'secondary') => (
    <Button block onClick={onCorrect} variant={variant}>
      {shared.correct}
    </Button>
  );
  return (
    <Page>
      <header className={styles['head']}>
        <CapturedMark state={markOf(status)} />
        <div>
          <h1 className={styles['title']} ref={title} tabIndex={-1}>
            {heading}
          </h1>
          <p className={styles['name']}>{remembered.name || nameText(submission)}</p>
          <p className={styles['sim']}>{format(t.simOf[submission.kind], { tail })}</p>
        </div>
      </header>
      <Reference formId={submission.formId} />
      <StatusWithSentence
        detail={detail}
        sentence={sentenceText(line, submission, context)}
        status={status}
      />
      <div className={styles['actions']}>
        {line.action === 'getHelp' ? help('primary') : null}
        {line.action === 'signIn' ? <SignIn isMain /> : null}
        {line.action === 'correct' ? correct('primary') : null}
        {line.action === 'continue' ? (
          <Link className={buttonClass('primary', true)} to={formPath(submission)}>
            {shared.continue}
          </Link>
        ) : null}
        {line.also === 'correct' ? correct('secondary') : null}
        <Button
          block
          onClick={onNextCustomer}
          variant={line.action === 'next' ? 'primary' : 'secondary'}
        >
          {t.nextCustomer}
          <IconArrowRight />
        </Button>
        {line.also === 'getHelp' ? help('secondary') : null}
        {line.also === 'whatToDo' ? <WhatToDo {...situation} /> : null}
        {line.also === 'sendPhotos' ? (
          <Button block onClick={onSendPhotos}>
            {t.sendPhotos}
          </Button>
        ) : null}
        {remembered.canGoOn && line.receipt === 'captured' ? (
          <Button block icon={<IconPlus />} onClick={onAnotherSim}>
            {t.anotherSim}
          </Button>
        ) : null}
        {line.receipt === null ? null : (
          <Button aria-expanded={givesReceipt} block onClick={() => setGivesReceipt(!givesReceipt)}>
            {line.receipt === 'refused' ? t.tellCustomer : t.giveReceipt}
          </Button>
        )}
      </div>
      {givesReceipt && line.receipt !== null ? (
        <ReceiptPanel phone={remembered.phone} submission={submission} />
      ) : null}
      <Link className={styles['details'] ?? ''} to={submissionPath(submission.id)}>
        {t.details}
      </Link>
      {notice}
    </Page>
  );
}

export interface CapturedScreenProps {
  readonly store: Store;
  readonly id: SubmissionId;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly onNextCustomer: (kind: Submission['kind']) => void;
  /** Opens a new draft with this customer's data. */
  readonly onAnotherSim: (id: SubmissionId) => void;
  /** Opens the form at the refused field or file. */
  readonly onCorrect: (id: SubmissionId) => void;
  /** Sends the photos of a form over any connection. */
  readonly onSendPhotos: (id: SubmissionId) => void;
  readonly onDeleted: () => void;
  readonly unreadable: UnreadablePorts;
  readonly notice?: ReactNode;
  readonly Link?: LinkComponent;
}

/**
 * True if the customer's data is still stored or remembered, so that another SIM can be registered for the customer.
 */
const canGoOn = ({ kind, status }: Submission, isRemembered: boolean): boolean =>
  kind === 'registration' && (status === 'delivered' ? isRemembered : status !== 'draft');

function rememberedOf(submission: Submission, seen: string): Remembered {
  const values = customerOf(submission.id)?.values;
  return {
    name: values === undefined ? seen : customerName(values),
    phone: values === undefined ? '' : customerPhone(values),
    canGoOn: canGoOn(submission, values !== undefined),
  };
}

type PresentProps = Omit<CapturedViewProps, 'remembered'>;

function Present({ submission, ...rest }: PresentProps) {
  // A delivery deletes the stored name, so the component remembers it while the customer may still be present.
  const [seen, setSeen] = useState('');
  const name = submission.personal?.customerName ?? seen;
  if (name !== seen) setSeen(name);
  return (
    <CapturedView {...rest} remembered={rememberedOf(submission, name)} submission={submission} />
  );
}

export function CapturedScreen({
  store,
  id,
  online,
  hasSignIn,
  onNextCustomer,
  onAnotherSim,
  onCorrect,
  onSendPhotos,
  onDeleted,
  unreadable,
  notice,
  Link = PlainLink,
}: CapturedScreenProps) {
  const context = useOutboxContext(store);
  const found = useStored(() => store.queries.submission(id), [store, id]);
  if (found === undefined)
    return (
      <Page>
        <Skeleton label={submissionText().reading} lines={6} />
      </Page>
    );
  if (found === null) return <SubmissionNotFound Link={Link} />;
  const { submission } = found;
  const unreadablePage = (
    <UnreadablePage {...unreadable} id={id} keyLost={found.keyLost} onDeleted={onDeleted} />
  );
  if (submission === null) return unreadablePage;
  return (
    <RowBoundary otherwise={unreadablePage}>
      <Present
        context={context}
        hasSignIn={hasSignIn}
        Link={Link}
        notice={notice}
        onAnotherSim={() => onAnotherSim(id)}
        onCorrect={() => onCorrect(id)}
        onNextCustomer={() => onNextCustomer(submission.kind)}
        onSendPhotos={() => onSendPhotos(id)}
        online={online}
        submission={submission}
      />
    </RowBoundary>
  );
}
