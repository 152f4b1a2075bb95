import { memo } from 'react';
import { refusalOf, type StatusWord } from '../../domain/submission.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { IconSim, IconSwap } from '../../ui/icons.tsx';
import { ListRow, rowLinkClass } from '../../ui/list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { formatWhen } from '../../ui/when.ts';
import { formPath } from './form-path.ts';
import type { LinkComponent } from './link.tsx';
import styles from './outbox.module.css';
import { kindWords, nameWords } from './submission-words.ts';

export interface SubmissionRowProps {
  readonly submission: Submission;
  readonly word: StatusWord;
  /** Small words beside the status; '' for none. */
  readonly detail: string;
  readonly Link: LinkComponent;
  readonly onCorrect: (submission: Submission) => void;
}

/** One line of the outbox. Draws itself again only when its own row, word or detail changed. */
export const SubmissionRow = memo(function SubmissionRow({
  submission,
  word,
  detail,
  Link,
  onCorrect,
}: SubmissionRowProps) {
  const refusal = word === 'Needs attention' ? refusalOf(submission) : null;
  return (
    <ListRow
      actions={
        word === 'Draft' ? (
          <Link className={buttonClass('secondary')} to={formPath(submission)}>
            Continue
          </Link>
        ) : word === 'Needs attention' ? (
          <Button onClick={() => onCorrect(submission)} variant="primary">
            Correct
          </Button>
        ) : undefined
      }
      detail={
        <>
          {kindWords[submission.kind]}
          <br />
          {formatWhen(submission.createdAt)}
        </>
      }
      icon={submission.kind === 'registration' ? <IconSim /> : <IconSwap />}
      title={
        <Link className={rowLinkClass} to={`/outbox/${submission.id}`}>
          {nameWords(submission)}
        </Link>
      }
    >
      <div className={styles['status']}>
        <StatusBadge status={word} />
        {detail ? <span>{detail}</span> : null}
      </div>
      {refusal ? (
        <p className={styles['soft']}>
          {refusal.heading ? <strong>{refusal.heading} </strong> : null}
          {refusal.description}
        </p>
      ) : null}
    </ListRow>
  );
});
