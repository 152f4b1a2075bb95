import { useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { referenceOf } from '../../domain/reference.ts';
import { refusalOf, shownStatus } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { formatWhen } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { submissionText } from '../../messages/submission.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Facts } from '../../ui/card.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { HoldBanner } from './hold-banner.tsx';
import { NotHere } from './not-here.tsx';
import type { OddActions } from './odd-buttons.tsx';
import { OddPage } from './odd-entry.tsx';
import styles from './outbox.module.css';
import type { OutboxActions } from './outbox-actions.ts';
import { type OutboxContext, useOutboxContext } from './outbox-context.ts';
import { Rejection } from './rejection.tsx';
import { RowBoundary } from './row-boundary.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { SubmissionHistory } from './submission-history.tsx';
import { SubmissionSteps } from './submission-steps.tsx';
import { detailText, nameText, stepText, whatText } from './submission-text.ts';

export interface SubmissionScreenProps {
  readonly store: Store;
  readonly id: SubmissionId;
  readonly actions: OutboxActions;
  /** Opens the form at what was refused. */
  readonly onCorrect: (id: SubmissionId) => void;
  /** Opens the form of what has just become a draft again. */
  readonly onDraft: (submission: Submission) => void;
  /** Opens a new draft with this customer's data. */
  readonly onNextSim: (id: SubmissionId) => void;
  readonly onDeleted: () => void;
  /** This build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly exportDialog: OddActions['exportDialog'];
  readonly Link?: LinkComponent;
}

type PresentProps = Omit<SubmissionScreenProps, 'id' | 'exportDialog'> &
  Readonly<{ submission: Submission; context: OutboxContext; Link: LinkComponent }>;

function factsOf(submission: Submission) {
  const t = submissionText();
  const { formId, submittedAt, createdAt } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  const deliveredAt = submission.status === 'delivered' ? submission.deliveredAt : null;
  return [
    [t.captured, formatWhen(createdAt)],
    ...(submittedAt === null ? [] : [[t.submitted, formatWhen(submittedAt)] as const]),
    ...(deliveredAt === null ? [] : [[t.delivered, formatWhen(deliveredAt)] as const]),
    ...(reference === null
      ? []
      : [[t.reference, <code key="reference">{reference}</code>] as const]),
    ...(formId === null ? [] : [[t.formNumber, <code key="formId">{formId}</code>] as const]),
  ] as const;
}

function Present({ submission, context, Link, hasSignIn, ...rest }: PresentProps) {
  const [asked, setAsked] = useState(false);
  const status = shownStatus(submission, context);
  // Said aloud at each change: the bytes stand in the list of steps.
  const detail =
    status === 'sending' ? stepText(submission) : detailText(submission, status, context);
  const refusal = refusalOf(submission);
  return (
    <Page>
      <PageTitle lead={whatText(submission)}>{nameText(submission)}</PageTitle>
      <p className={styles['status']} role="status">
        <StatusBadge status={status}>{outboxText().status[status]}</StatusBadge>
        {detail ? <span>{detail}</span> : null}
      </p>
      {refusal ? <Rejection Link={Link} message={refusal} submission={submission} /> : null}
      {submission.status === 'queued' ? (
        <HoldBanner hasSignIn={hasSignIn} hold={context.hold} Link={Link} now={context.now} />
      ) : null}
      <SubmissionActions
        {...rest}
        isSending={status === 'sending'}
        Link={Link}
        onDelete={() => setAsked(true)}
        submission={submission}
      />
      <SubmissionSteps drainLive={context.drainLive} submission={submission} />
      <Facts facts={factsOf(submission)} />
      <SubmissionHistory Link={Link} submission={submission} />
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

/** One submission: where it stands, what the server said, and what can be done about it. Live. */
export function SubmissionScreen({
  id,
  Link = PlainLink,
  exportDialog,
  ...rest
}: SubmissionScreenProps) {
  const t = submissionText();
  const context = useOutboxContext(rest.store);
  const found = useStored(() => rest.store.queries.submission(id), [rest.store, id]);
  if (found === undefined) {
    return (
      <Page>
        <Skeleton label={t.reading} lines={6} />
      </Page>
    );
  }
  if (found === null) return <NotHere Link={Link} />;
  const { actions, onDeleted } = rest;
  const odd = (
    <OddPage
      exportDialog={exportDialog}
      id={id}
      keyLost={found.keyLost}
      onDeleted={onDeleted}
      remove={actions.remove}
    />
  );
  if (found.submission === null) return odd;
  return (
    <RowBoundary otherwise={odd}>
      <Present {...rest} context={context} Link={Link} submission={found.submission} />
    </RowBoundary>
  );
}
