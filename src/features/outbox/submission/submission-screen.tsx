import { useState } from 'react';
import type { SubmissionId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { statusLine } from '../../../domain/status-line.ts';
import { refusalOf, shownStatus } from '../../../domain/submission-state.ts';
import type { ServerMessage, Step, Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { messageText } from '../../../messages/reasons.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format, sentences } from '../../../messages/text.ts';
import type { CorrectedForm } from '../../../store/lists/outbox-queries.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Facts } from '../../../ui/content/card.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { Fold, List } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { Progress } from '../../../ui/content/progress.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { GetHelp, SignIn } from '../../../ui/frame/get-help.tsx';
import { IconCheck, IconClock, IconError, IconSend } from '../../../ui/frame/icons.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { Page, PageTitle } from '../../../ui/frame/page.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { sendsWhenClosed } from '../../../worker/unsent-advice.ts';
import styles from '../outbox.module.css';
import { type OutboxActions, type OutboxContext, useOutboxContext } from '../outbox-context.ts';
import { RowBoundary } from '../row-boundary.tsx';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadablePage } from '../unreadable-entry.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NotHere, type StartCorrection, sayKnown } from './start-correction.tsx';
import { StatusWithSentence, sentenceText, WhatToDo } from './status-sentence.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { Corrects, OperatorVerdict, SubmissionHistory } from './submission-history.tsx';
import {
  byteProgress,
  detailText,
  fieldLabel,
  nameText,
  needsUnlock,
  stepName,
  stepStateText,
  stepText,
  whatText,
} from './submission-text.ts';

/** The facts by which the operator finds the answer in the server's log. */
export function supportFacts(
  submission: Submission,
  message: ServerMessage | null,
): readonly (readonly [name: string, value: string])[] {
  const t = submissionText();
  const { formId, steps } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  const refused = steps.find(({ state }) => state.status === 'rejected');
  const { call = '', requestId = '' } = message?.support ?? {};
  const answer =
    message === null || refused === undefined
      ? ''
      : format(t.answer, { status: message.httpStatus, call: call || stepName(refused, steps) });
  return (
    [
      [t.reference, reference ?? ''],
      [t.formNumber, formId ?? ''],
      [t.serverAnswer, answer],
      [t.requestId, requestId],
    ] as const
  ).filter(([, value]) => value !== '');
}

export interface RejectionProps {
  readonly submission: Submission;
  readonly message: ServerMessage;
}

/** The message about the whole form and the names of the refused fields, which the status line leaves out. */
export function Rejection({ submission, message }: RejectionProps) {
  const t = submissionText();
  const { heading, description } = messageText(message);
  const keys = Object.keys(message.modelState);
  // The status line has the server's words about the fields.
  const isSaid = Object.values(message.modelState).flat().includes(description);
  const labels = keys.flatMap((key) => fieldLabel(submission.kind, key) ?? []);
  return (
    <>
      {message.reason === undefined ? null : (
        <Banner kind="error" title={heading || t.refused}>
          {description}
        </Banner>
      )}
      <p className={styles['more']}>
        {sentences(
          keys.length > 0 && message.reason === undefined && !isSaid ? description : null,
          labels.length > 0 ? format(t.refusedFields, { fields: labels.join(', ') }) : null,
        )}
      </p>
    </>
  );
}

function Mark({ status }: { readonly status: Step['state']['status'] }) {
  switch (status) {
    case 'confirmed':
      return <IconCheck />;
    case 'rejected':
      return <IconError />;
    case 'inFlight':
      return <IconSend />;
    case 'pending':
    case 'inDoubt':
      return <IconClock />;
  }
}

export interface SubmissionStepsProps {
  readonly submission: Submission;
  readonly drainLive: boolean;
}

/** Each call of a submission in order, with its state as text, and the progress of the files. */
export function SubmissionSteps({ submission, drainLive }: SubmissionStepsProps) {
  const { steps } = submission;
  if (steps.length === 0) return null;
  const t = submissionText();
  const bytes = byteProgress(steps);
  const done = steps.filter(({ state }) => state.status === 'confirmed').length;
  const finished = submission.status === 'delivered';
  return (
    <Fold
      state={finished ? undefined : format(t.stepsDone, { done, total: steps.length })}
      title={t.steps}
    >
      <ol className={styles['steps']}>
        {steps.map((step) => (
          <li className={styles['step']} key={step.id}>
            <span>{stepName(step, steps)}</span>
            <span
              className={classNames(
                styles['mark'],
                step.state.status === 'confirmed' && styles['done'],
                step.state.status === 'rejected' && styles['bad'],
              )}
            >
              <Mark status={step.state.status} />
              {stepStateText(step, drainLive)}
            </span>
          </li>
        ))}
      </ol>
      {bytes.total > 0 && !finished ? (
        <Progress label={t.files} max={bytes.total} unit="bytes" value={bytes.done} />
      ) : null}
    </Fold>
  );
}

export interface SubmissionScreenProps {
  readonly store: Store;
  readonly id: SubmissionId;
  readonly actions: OutboxActions;
  /** Opens the form at the refused field or file. */
  readonly onCorrect: (id: SubmissionId) => void;
  /** Opens the form after the submission became a draft again. */
  readonly onDraft: (submission: Submission) => void;
  /** Opens a new draft with this customer's data. */
  readonly onNextSim: (submission: Submission) => void;
  readonly onStartCorrection: StartCorrection;
  readonly onDeleted: () => void;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly exportDialog: UnreadablePorts['exportDialog'];
  readonly Link?: LinkComponent;
}

export type SubmissionViewProps = Omit<SubmissionScreenProps, 'id' | 'exportDialog'> &
  Readonly<{
    submission: Submission;
    verdict?: Verdict | undefined;
    corrected?: CorrectedForm | undefined;
    context: OutboxContext;
    Link: LinkComponent;
  }>;

/** The facts for support, which the person can copy. */
function ForSupport({ submission }: { readonly submission: Submission }) {
  const t = submissionText();
  const facts = supportFacts(submission, refusalOf(submission));
  if (facts.length === 0) return null;
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n');

  async function copy() {
    // Without HTTPS there is no clipboard.
    await Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => notify(t.copied, { kind: 'success' }),
      () => notify(t.notCopied, { kind: 'warning' }),
    );
  }

  return (
    <Fold title={t.forSupport}>
      <Facts
        facts={facts.map(([name, value]) => [name, <code key={name}>{value}</code>] as const)}
      />
      <Button onClick={() => void copy()}>{t.copy}</Button>
    </Fold>
  );
}

/** One submission as Details shows it. */
export function SubmissionView({
  submission,
  verdict,
  corrected,
  context,
  Link,
  online,
  hasSignIn,
  ...rest
}: SubmissionViewProps) {
  const [asked, setAsked] = useState(false);
  const status = shownStatus(submission, context);
  const situation = { ...context, online, hasSignIn, needsUnlock: needsUnlock(submission) };
  const line = statusLine(submission, { ...situation, sendsWhenClosed: sendsWhenClosed() });
  // Screen readers announce this at each change, so it leaves out the bytes. The list of steps shows them.
  const detail =
    status === 'sending' ? stepText(submission) : detailText(submission, status, context);
  const refusal = refusalOf(submission);
  const isHeld = status === 'waiting' || status === 'paused';
  return (
    <Page>
      <PageTitle lead={whatText(submission)}>{nameText(submission)}</PageTitle>
      <StatusWithSentence
        detail={detail}
        sentence={sentenceText(line, submission, context, verdict)}
        status={status}
      />
      {line.action === 'getHelp' || line.also === 'getHelp' ? <GetHelp Link={Link} /> : null}
      {line.action === 'signIn' ? <SignIn /> : null}
      {isHeld && context.hold !== null ? (
        <List>
          <WhatToDo {...situation} />
        </List>
      ) : null}
      {refusal && line.sentence !== 'ownReason' ? (
        <Rejection message={refusal} submission={submission} />
      ) : null}
      {corrected ? <Corrects corrected={corrected} Link={Link} submission={submission} /> : null}
      <OperatorVerdict
        Link={Link}
        now={context.now}
        onKnown={(formId, button) => void sayKnown(rest.store, formId, button, true)}
        onStart={rest.onStartCorrection}
        submission={submission}
        verdict={verdict}
      />
      <SubmissionActions
        {...rest}
        isSending={status === 'sending'}
        Link={Link}
        onDelete={() => setAsked(true)}
        submission={submission}
      >
        <div>
          <SubmissionSteps drainLive={context.drainLive} submission={submission} />
          <SubmissionHistory Link={Link} submission={submission} />
          <ForSupport submission={submission} />
        </div>
      </SubmissionActions>
      <DeleteDialog
        store={rest.store}
        onClose={(deleted) => {
          setAsked(false);
          if (deleted) rest.onDeleted();
        }}
        remove={rest.actions.remove}
        submission={asked ? submission : null}
      />
    </Page>
  );
}

/** One submission: its status, the server's message, and the possible actions. Live. */
export function SubmissionScreen({
  id,
  Link = PlainLink,
  exportDialog,
  ...rest
}: SubmissionScreenProps) {
  const t = submissionText();
  const context = useOutboxContext(rest.store);
  const found = useStored(() => rest.store.queries.submission(id), [rest.store, id]);
  if (found === undefined)
    return (
      <Page>
        <Skeleton label={t.reading} lines={6} />
      </Page>
    );
  if (found === null)
    return (
      <NotHere
        id={id}
        Link={Link}
        now={context.now}
        onStart={rest.onStartCorrection}
        store={rest.store}
      />
    );
  const { actions, onDeleted } = rest;
  const unreadable = (
    <UnreadablePage
      exportDialog={exportDialog}
      id={id}
      keyLost={found.keyLost}
      onDeleted={onDeleted}
      remove={actions.remove}
    />
  );
  if (found.submission === null) return unreadable;
  return (
    <RowBoundary otherwise={unreadable}>
      <SubmissionView
        {...rest}
        context={context}
        Link={Link}
        submission={found.submission}
        verdict={found.verdict}
        corrected={found.corrected}
      />
    </RowBoundary>
  );
}
