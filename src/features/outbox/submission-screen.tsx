import { useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { refusalOf, statusWord } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { OUTBOX_PATH } from '../../pages.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Facts } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconOutbox } from '../../ui/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { formatWhen } from '../../ui/when.ts';
import type { OutboxActions } from './actions.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { HoldBanner } from './hold-banner.tsx';
import type { OddActions } from './odd-buttons.tsx';
import { OddPage } from './odd-entry.tsx';
import styles from './outbox.module.css';
import { type OutboxContext, useOutboxContext } from './outbox-context.ts';
import { Rejection } from './rejection.tsx';
import { RowBoundary } from './row-boundary.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { SubmissionHistory } from './submission-history.tsx';
import { SubmissionSteps } from './submission-steps.tsx';
import { detailWords, nameWords, whatWords } from './submission-text.ts';

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
  Readonly<{ submission: Submission; around: OutboxContext; Link: LinkComponent }>;

function factsOf({ formId, submittedAt, deliveredAt, createdAt }: Submission) {
  return [
    ['Captured', formatWhen(createdAt)],
    ...(submittedAt === null ? [] : [['Submitted', formatWhen(submittedAt)] as const]),
    ...(deliveredAt === null ? [] : [['Delivered', formatWhen(deliveredAt)] as const]),
    ...(formId === null ? [] : [['Form number', <code key="formId">{formId}</code>] as const]),
  ] as const;
}

function Present({ submission, around, Link, hasSignIn, ...rest }: PresentProps) {
  const [asked, setAsked] = useState(false);
  const word = statusWord(submission, around);
  const detail = detailWords(submission, word, around);
  const refusal = refusalOf(submission);
  return (
    <Page>
      <PageTitle lead={whatWords(submission)}>{nameWords(submission)}</PageTitle>
      <p className={styles['status']} role="status">
        <StatusBadge status={word} />
        {detail ? <span>{detail}</span> : null}
      </p>
      {refusal ? <Rejection message={refusal} submission={submission} /> : null}
      {submission.status === 'queued' ? (
        <HoldBanner hasSignIn={hasSignIn} hold={around.hold} now={around.now} />
      ) : null}
      <SubmissionActions
        {...rest}
        isSending={word === 'Sending'}
        Link={Link}
        onDelete={() => setAsked(true)}
        submission={submission}
      />
      <SubmissionSteps drainLive={around.drainLive} submission={submission} />
      <Facts facts={factsOf(submission)} />
      <SubmissionHistory {...submission} />
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
  const around = useOutboxContext(rest.store);
  const submission = useStored(() => rest.store.queries.submission(id), [rest.store, id]);
  if (submission === undefined) {
    return (
      <Page>
        <Skeleton label="Reading the submission…" lines={6} />
      </Page>
    );
  }
  if (submission === null) {
    return (
      <Page>
        <PageTitle>Not on this phone</PageTitle>
        <EmptyState
          action={
            <Link className={buttonClass('primary')} to={OUTBOX_PATH}>
              Open the outbox
            </Link>
          }
          icon={<IconOutbox />}
          title="There is no submission at this address"
        >
          It was deleted, or it was captured on another phone.
        </EmptyState>
      </Page>
    );
  }
  const { actions, onDeleted } = rest;
  return (
    <RowBoundary
      otherwise={
        <OddPage
          exportDialog={exportDialog}
          id={id}
          onDeleted={onDeleted}
          remove={actions.remove}
        />
      }
    >
      <Present {...rest} around={around} Link={Link} submission={submission} />
    </RowBoundary>
  );
}
