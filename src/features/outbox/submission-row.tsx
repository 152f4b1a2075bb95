import { memo } from 'react';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { refusalOf, type Status, shownStatus } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { formatWhen } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { messageText } from '../../messages/reasons.ts';
import { formPath, submissionPath } from '../../submission-paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconSim, IconSwap } from '../../ui/icons.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { ListRow, rowLinkClass } from '../../ui/list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './outbox.module.css';
import type { OutboxContext } from './outbox-context.ts';
import { detailWords, nameWords, whatWords } from './submission-text.ts';

/** What a row shows, as plain values: two readings of the same row are equal, so that it is not drawn again. */
export type RowView = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  name: string;
  /** Its kind, and of a receipt the end of the SIM card number. */
  what: string;
  createdAt: number;
  status: Status;
  /** Small words beside the status; '' for none. */
  detail: string;
  /** What the server said, where it refused; else ''. */
  heading: string;
  description: string;
}>;

export function rowView(submission: Submission, around: OutboxContext): RowView {
  const status = shownStatus(submission, around);
  const refusal = status === 'attention' ? refusalOf(submission) : null;
  return {
    id: submission.id,
    kind: submission.kind,
    name: nameWords(submission),
    what: whatWords(submission),
    createdAt: submission.createdAt,
    status,
    detail: detailWords(submission, status, around),
    ...(refusal === null ? { heading: '', description: '' } : messageText(refusal)),
  };
}

export type SubmissionRowProps = RowView &
  Readonly<{ Link: LinkComponent; onCorrect: (id: SubmissionId) => void }>;

function Action({ id, kind, status, Link, onCorrect }: SubmissionRowProps) {
  const t = outboxText();
  if (status === 'draft') {
    return (
      <Link className={buttonClass('secondary')} to={formPath({ id, kind })}>
        {t.continue}
      </Link>
    );
  }
  return (
    <Button onClick={() => onCorrect(id)} variant="primary">
      {t.correct}
    </Button>
  );
}

/** One line of the outbox. */
export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, kind, name, what, createdAt, status, detail, heading, description, Link } = props;
  return (
    <ListRow
      actions={status === 'draft' || status === 'attention' ? <Action {...props} /> : undefined}
      detail={
        <>
          {what}
          <br />
          {formatWhen(createdAt)}
        </>
      }
      icon={kind === 'registration' ? <IconSim /> : <IconSwap />}
      title={
        <Link className={rowLinkClass} to={submissionPath(id)}>
          {name}
        </Link>
      }
    >
      <div className={styles['status']}>
        <StatusBadge status={status}>{outboxText().status[status]}</StatusBadge>
        {detail ? <span>{detail}</span> : null}
      </div>
      {description ? (
        <p className={styles['soft']}>
          {heading ? <strong>{heading} </strong> : null}
          {description}
        </p>
      ) : null}
    </ListRow>
  );
});
