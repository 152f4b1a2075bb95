import { memo } from 'react';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { refusalOf, type StatusWord, statusWord } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { formPath, submissionPath } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconSim, IconSwap } from '../../ui/icons.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { ListRow, rowLinkClass } from '../../ui/list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { formatWhen } from '../../ui/when.ts';
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
  word: StatusWord;
  /** Small words beside the status; '' for none. */
  detail: string;
  /** What the server said, where it refused; else ''. */
  heading: string;
  description: string;
}>;

export function rowView(submission: Submission, around: OutboxContext): RowView {
  const word = statusWord(submission, around);
  const refusal = word === 'Needs attention' ? refusalOf(submission) : null;
  return {
    id: submission.id,
    kind: submission.kind,
    name: nameWords(submission),
    what: whatWords(submission),
    createdAt: submission.createdAt,
    word,
    detail: detailWords(submission, word, around),
    heading: refusal?.heading ?? '',
    description: refusal?.description ?? '',
  };
}

export type SubmissionRowProps = RowView &
  Readonly<{ Link: LinkComponent; onCorrect: (id: SubmissionId) => void }>;

function Action({ id, kind, word, Link, onCorrect }: SubmissionRowProps) {
  if (word === 'Draft') {
    return (
      <Link className={buttonClass('secondary')} to={formPath({ id, kind })}>
        Continue
      </Link>
    );
  }
  return (
    <Button onClick={() => onCorrect(id)} variant="primary">
      Correct
    </Button>
  );
}

/** One line of the outbox. */
export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, kind, name, what, createdAt, word, detail, heading, description, Link } = props;
  return (
    <ListRow
      actions={word === 'Draft' || word === 'Needs attention' ? <Action {...props} /> : undefined}
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
        <StatusBadge status={word} />
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
