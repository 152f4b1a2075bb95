import { useId } from 'react';
import { formOf } from '../../../domain/forms/form-of.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { count } from '../../../messages/count.ts';
import { dayText } from '../../../messages/day.ts';
import { sectionsText } from '../../../messages/fields.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import { formPath, OUTBOX_PATH, submissionPath } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Row, Rows } from '../../../ui/content/panel.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { RowBoundary } from '../row-boundary.tsx';
import { nameText } from '../submission/submission-text.ts';
import styles from './home-work.module.css';

const MAX_ROWS = 2;

/** 'At Customer, 8 answers to go', or 'Ready to submit'. */
function restText({ kind, missing, section }: Submission): string {
  const t = outboxText();
  if (missing === 0) return t.complete;
  const amount = count(t.missing, missing);
  const known = formOf(kind).sections.find(({ id }) => id === section);
  return known === undefined
    ? amount
    : format(dayText().atSection, { section: sectionsText()[known.id], missing: amount });
}

export interface ContinueListProps {
  readonly store: Store;
  readonly Link?: LinkComponent;
}

/** The two newest drafts, or the newest one and a link to all of them. Renders nothing if there are none. */
export function ContinueList({ store, Link = PlainLink }: ContinueListProps) {
  const t = outboxText();
  const heading = useId();
  const all = useStored(() => store.queries.countsForAgent(), [store])?.draft ?? 0;
  const drafts = useStored(
    () => store.queries.newest({ status: 'draft', limit: MAX_ROWS }),
    [store],
  );
  if (drafts === undefined || drafts.length === 0) return null;
  const hasMore = all > MAX_ROWS;
  return (
    <section aria-labelledby={heading}>
      <h2 className={styles['heading']} id={heading}>
        {t.continue}
      </h2>
      <Rows label={t.continue}>
        {drafts.slice(0, hasMore ? MAX_ROWS - 1 : MAX_ROWS).map(({ id, submission: draft }) => {
          const unreadable = (
            <Row Link={Link} to={submissionPath(id)}>
              {t.unreadable}
            </Row>
          );
          return (
            <RowBoundary key={id} otherwise={unreadable}>
              {draft === null ? (
                unreadable
              ) : (
                <Row Link={Link} detail={restText(draft)} to={formPath(draft)}>
                  {nameText(draft)}
                </Row>
              )}
            </RowBoundary>
          );
        })}
        {hasMore ? (
          <Row Link={Link} to={OUTBOX_PATH}>
            {format(dayText().allDrafts, { count: all })}
          </Row>
        ) : null}
      </Rows>
    </section>
  );
}
