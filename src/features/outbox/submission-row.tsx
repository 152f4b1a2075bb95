import { memo, type ReactNode } from 'react';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { refusalOf, type Status, shownStatus } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { formatClock, formatSoon } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { formPath, submissionPath } from '../../submission-paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconSim, IconSwap } from '../../ui/icons.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { OutboxContext } from './outbox-context.ts';
import styles from './submission-row.module.css';
import { detailText, firstRefusalText, nameText, simAtText } from './submission-text.ts';

/** What a row shows, as plain values: two readings of the same row are equal, so that it is not drawn again. */
export type RowView = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  name: string;
  /** The end of the SIM card number, and when it was captured. */
  captured: string;
  status: Status;
  /** Small words beside the status; '' for none. */
  detail: string;
  /** What the server said first, where it refused; else ''. */
  said: string;
}>;

/** @param isDay the row stands under its day */
export function rowView(submission: Submission, context: OutboxContext, isDay: boolean): RowView {
  const status = shownStatus(submission, context);
  const refusal = status === 'attention' ? refusalOf(submission) : null;
  const { createdAt } = submission;
  const at = isDay ? formatClock(createdAt) : formatSoon(createdAt, context.now);
  return {
    id: submission.id,
    kind: submission.kind,
    name: nameText(submission),
    captured: simAtText(submission, at),
    status,
    detail: detailText(submission, status, context),
    said: refusal === null ? '' : firstRefusalText(refusal),
  };
}

export type RowFrame = Readonly<{
  Link: LinkComponent;
  onCorrect: (id: SubmissionId) => void;
  /** The list has many rows: those out of view are not laid out. */
  isLong: boolean;
}>;

export type SubmissionRowProps = RowView & RowFrame;

function actionOf({ id, kind, status, Link, onCorrect }: SubmissionRowProps): ReactNode {
  const t = outboxText();
  if (status === 'attention')
    return (
      <Button className={styles['action']} onClick={() => onCorrect(id)} variant="primary">
        {t.correct}
      </Button>
    );
  if (status !== 'draft') return null;
  return (
    <Link
      className={classNames(buttonClass('secondary'), styles['action'])}
      to={formPath({ id, kind })}
    >
      {t.continue}
    </Link>
  );
}

/** One line of the outbox. Its parts are read in this order; where they stand on a phone is the style's matter. */
export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, kind, name, captured, status, detail, said, isLong, Link } = props;
  const t = outboxText();
  return (
    <li className={classNames(styles['row'], styles[status], isLong && styles['long'])}>
      <span className={styles['icon']}>
        {kind === 'registration' ? <IconSim /> : <IconSwap />}
        <span className="visually-hidden">{t.kind[kind]}</span>
      </span>
      <div className={styles['parts']}>
        <span className={styles['name']}>
          <Link className={styles['link'] ?? ''} to={submissionPath(id)}>
            {name}
          </Link>
        </span>
        {status === 'draft' ? null : <span className={styles['captured']}>{captured}</span>}
        <span className={styles['status']}>
          <StatusBadge isBare status={status}>
            {t.status[status]}
          </StatusBadge>
        </span>
        <span className={styles['detail']}>{said || detail}</span>
        {status === 'attention' ? actionOf(props) : null}
      </div>
      {status === 'draft' ? actionOf(props) : null}
    </li>
  );
});
