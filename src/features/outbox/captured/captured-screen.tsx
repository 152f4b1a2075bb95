import { useEffect, useRef, useState } from 'react';
import { customerName, customerPhone } from '../../../domain/forms/customer.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { statusLine } from '../../../domain/status-line.ts';
import { type Status, shownStatus } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { capturedText, verdictText } from '../../../messages/captured.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { helpLinkText } from '../../../messages/shell.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { formPath, HELP_PATH, submissionPath } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { ButtonRow, LinkRow, List } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { StatusBadge } from '../../../ui/content/status-badge.tsx';
import { SignIn } from '../../../ui/frame/get-help.tsx';
import { IconArrowRight, IconHelp, IconPencil, IconSend } from '../../../ui/frame/icons.tsx';
import { lazyComponent } from '../../../ui/frame/lazy-component.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { IconCode, IconCopy, IconDocument, IconPlus } from '../../../ui/frame/more-icons.tsx';
import { focusScreen, Page, useOwnTitle } from '../../../ui/frame/page.tsx';
import { buzz } from '../../../ui/overlays/haptics.ts';
import { notify } from '../../../ui/overlays/toasts.ts';
import { sendsWhenClosed } from '../../../worker/unsent-advice.ts';
import { type OutboxContext, useOutboxContext } from '../outbox-context.ts';
import { customerOf } from '../recent-customers.ts';
import { RowBoundary } from '../row-boundary.tsx';
import { type StartCorrection, StartCorrectionDialog } from '../submission/start-correction.tsx';
import {
  CapturedMark,
  SubmissionNotFound,
  sentenceText,
  WhatToDo,
} from '../submission/status-sentence.tsx';
import { detailText, nameText, needsUnlock, simTailOf } from '../submission/submission-text.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadablePage } from '../unreadable-entry.tsx';
import styles from './captured.module.css';

// Loaded on demand with the QR code library, because not every customer wants a receipt.
const ReceiptSheet = lazyComponent(async () => (await import('./receipt-sheet.tsx')).ReceiptSheet);

/** The customer's data that this page remembers after the delivery deleted it. '' for unknown values. */
export type Remembered = Readonly<{ name: string; phone: string; canGoOn: boolean }>;

export interface CapturedViewProps {
  readonly submission: Submission;
  readonly verdict?: Verdict | undefined;
  readonly remembered: Remembered;
  readonly context: OutboxContext;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly Link: LinkComponent;
  readonly onNextCustomer: () => void;
  readonly onAnotherSim: () => void;
  readonly onCorrect: () => void;
  readonly onStartCorrection: StartCorrection;
  /** Sends the photos over any connection. */
  readonly onSendPhotos: () => Promise<unknown>;
}

function Reference({ formId }: Pick<Submission, 'formId'>) {
  const t = capturedText();
  const reference = formId === null ? null : referenceOf(formId);

  const copy = (code: string) =>
    navigator.clipboard.writeText(code).then(
      () => notify(t.copied),
      () => undefined,
    );

  return (
    <div className={styles['reference']}>
      <dl>
        <dt>{t.reference}</dt>
        <dd className={reference === null ? undefined : styles['code']}>
          {reference ?? t.referenceLater}
        </dd>
      </dl>
      {/* Without HTTPS there is no clipboard. */}
      {reference !== null && 'clipboard' in navigator ? (
        <button
          aria-label={t.copy}
          className={styles['copy']}
          onClick={() => void copy(reference)}
          type="button"
        >
          <IconCopy />
        </button>
      ) : null}
    </div>
  );
}

const markOf = (status: Status) => {
  if (status === 'draft') return null;
  if (status === 'attention') return 'refused';
  return status === 'sent' ? 'sent' : 'saved';
};

/** Vibrates when a submission is sent or refused while its page is open. */
function useOutcomeBuzz(status: Status): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    if (status === 'sent') buzz('sent');
    if (status === 'attention') buzz('refused');
  }, [status]);
}

export function CapturedView({
  submission,
  verdict,
  remembered,
  context,
  online,
  hasSignIn,
  Link,
  onNextCustomer,
  onAnotherSim,
  onCorrect,
  onStartCorrection,
  onSendPhotos,
}: CapturedViewProps) {
  const t = capturedText();
  const shared = outboxText();
  const [givesReceipt, setGivesReceipt] = useState(false);
  const [asks, setAsks] = useState(false);
  const status = shownStatus(submission, context);
  const situation = { ...context, online, hasSignIn, needsUnlock: needsUnlock(submission) };
  const line = statusLine(
    submission,
    { ...situation, sendsWhenClosed: sendsWhenClosed() },
    verdict,
  );
  const heading = line.heading === 'returned' ? verdictText().returned : t.title[line.heading];
  // The route sets the title 'Captured' before the submission is read.
  useOwnTitle(heading);
  useOutcomeBuzz(status);
  // Only the page 'Details' shows the time of the next attempt.
  const detail = status === 'sending' ? detailText(submission, status, context) : '';
  const mark = line.heading === 'returned' ? 'refused' : markOf(status);
  const isNextMain = line.action === 'next';
  const tail = simTailOf(submission);
  return (
    <Page isNarrow wide>
      <header className={styles['head']}>
        {mark === null ? null : <CapturedMark state={mark} />}
        <h1>{heading}</h1>
        <p className={styles['name']}>
          {remembered.name || nameText(submission)}
          {tail && ` · ${format(t.simTail, { tail })}`}
        </p>
      </header>
      <Reference formId={submission.formId} />
      <div className={styles['live']} role="status">
        <StatusBadge status={status}>{shared.status[status]}</StatusBadge>
        {detail ? <span>{detail}</span> : null}
        <p className={styles['sentence']}>{sentenceText(line, submission, context, verdict)}</p>
      </div>
      {line.action === 'getHelp' ? (
        <Link className={buttonClass('primary', true)} to={HELP_PATH}>
          {helpLinkText().getHelp}
        </Link>
      ) : null}
      {line.action === 'signIn' ? <SignIn isMain /> : null}
      {line.action === 'correct' || line.action === 'startCorrection' ? (
        <Button
          block
          onClick={line.action === 'correct' ? onCorrect : () => setAsks(true)}
          variant="primary"
        >
          {shared.correct}
        </Button>
      ) : null}
      {line.action === 'continue' ? (
        <Link className={buttonClass('primary', true)} to={formPath(submission)}>
          {shared.continue}
        </Link>
      ) : null}
      {isNextMain ? (
        <Button block onClick={onNextCustomer} variant="primary">
          {t.nextCustomer}
          <IconArrowRight />
        </Button>
      ) : null}
      <List>
        {line.also === 'correct' ? (
          <ButtonRow icon={<IconPencil />} onClick={onCorrect} title={shared.correct} />
        ) : null}
        {isNextMain ? null : (
          <ButtonRow icon={<IconArrowRight />} onClick={onNextCustomer} title={t.nextCustomer} />
        )}
        {line.also === 'whatToDo' ? <WhatToDo {...situation} /> : null}
        {line.also === 'getHelp' ? (
          <LinkRow Link={Link} icon={<IconHelp />} title={helpLinkText().getHelp} to={HELP_PATH} />
        ) : null}
        {line.also === 'sendPhotos' ? (
          <ButtonRow
            icon={<IconSend />}
            // The button goes once the photos may be sent.
            onClick={({ currentTarget }) =>
              void onSendPhotos().then(
                () => focusScreen(currentTarget),
                () => notify(shared.notStarted, { kind: 'warning' }),
              )
            }
            title={t.sendPhotos}
          />
        ) : null}
        {remembered.canGoOn && line.receipt === 'captured' ? (
          <ButtonRow icon={<IconPlus />} onClick={onAnotherSim} title={t.anotherSim} />
        ) : null}
        {line.receipt === null ? null : (
          <ButtonRow
            icon={<IconCode />}
            onClick={() => setGivesReceipt(true)}
            title={line.receipt === 'refused' ? t.tellCustomer : t.giveReceipt}
          />
        )}
        <LinkRow
          Link={Link}
          icon={<IconDocument />}
          title={t.details}
          to={submissionPath(submission.id)}
        />
      </List>
      {givesReceipt && line.receipt !== null ? (
        <ReceiptSheet
          onClose={() => setGivesReceipt(false)}
          phone={remembered.phone}
          submission={submission}
          verdict={verdict}
        />
      ) : null}
      {asks ? (
        <StartCorrectionDialog
          onClose={() => setAsks(false)}
          onStart={onStartCorrection}
          submission={submission}
        />
      ) : null}
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
  readonly onAnotherSim: (submission: Submission) => void;
  /** Opens the form at the refused field or file. */
  readonly onCorrect: (id: SubmissionId) => void;
  readonly onStartCorrection: StartCorrection;
  /** Sends the photos of a form over any connection. */
  readonly onSendPhotos: (id: SubmissionId) => Promise<unknown>;
  readonly onDeleted: () => void;
  readonly unreadable: UnreadablePorts;
  readonly Link?: LinkComponent;
}

/**
 * True if the customer's data is still stored or remembered, so that a form for another SIM can begin with it.
 */
const canGoOn = ({ status }: Submission, isRemembered: boolean): boolean =>
  status === 'delivered' ? isRemembered : status !== 'draft';

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
  onStartCorrection,
  onSendPhotos,
  onDeleted,
  unreadable,
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
        onAnotherSim={() => onAnotherSim(submission)}
        onCorrect={() => onCorrect(id)}
        onStartCorrection={onStartCorrection}
        onNextCustomer={() => onNextCustomer(submission.kind)}
        onSendPhotos={() => onSendPhotos(id)}
        online={online}
        submission={submission}
        verdict={found.verdict}
      />
    </RowBoundary>
  );
}
