import { useEffect, useId, useRef, useState } from 'react';
import type { Submission } from '../../../domain/submission-types.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format } from '../../../messages/text.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { formPath } from '../../../paths/submission-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { List } from '../../../ui/content/list.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { IconTrash } from '../../../ui/frame/more-icons.tsx';
import type { OutboxActions } from '../outbox-context.ts';
import { RowBoundary } from '../row-boundary.tsx';
import { DeleteDialog } from '../submission/delete-dialog.tsx';
import { missingText, nameText } from '../submission/submission-text.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { UnreadableRow } from '../unreadable-entry.tsx';
import styles from './continue-list.module.css';

/** The list is short, because the buttons for a new form are below it. */
const MAX_SHOWN = 5;

export interface ContinueListProps {
  readonly store: Store;
  readonly remove: OutboxActions['remove'];
  readonly exportDialog: UnreadablePorts['exportDialog'];
  readonly Link?: LinkComponent;
}

type DraftRowProps = Readonly<{ draft: Submission; Link: LinkComponent; onDelete: () => void }>;

function DraftRow({ draft, Link, onDelete }: DraftRowProps) {
  const t = outboxText();
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <Link className={styles['name'] ?? ''} to={formPath(draft)}>
          {nameText(draft)}
        </Link>
        <p className={styles['missing']}>{t.kind[draft.kind]}</p>
        <p className={styles['missing']}>{missingText(draft)}</p>
      </div>
      <Link className={classNames(buttonClass('secondary'), styles['go'])} to={formPath(draft)}>
        {t.continue}
      </Link>
      <Button
        aria-label={format(t.deleteDraftOf, { name: nameText(draft) })}
        className={styles['delete']}
        icon={<IconTrash />}
        onClick={onDelete}
        variant="quiet"
      />
    </li>
  );
}

/** The newest drafts, with buttons to continue. Renders nothing if there are none. */
export function ContinueList({ store, remove, exportDialog, Link = PlainLink }: ContinueListProps) {
  const t = outboxText();
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [toDelete, setToDelete] = useState<Submission | null>(null);
  const hasDeleted = useRef(false);
  // The focused button was deleted with its row, so the heading gets the focus. This waits until the dialog closes,
  // because the page is inert until then.
  useEffect(() => {
    if (toDelete !== null || !hasDeleted.current) return;
    hasDeleted.current = false;
    title.current?.focus();
  }, [toDelete]);
  const drafts = useStored(
    () => store.queries.newest({ status: 'draft', limit: MAX_SHOWN + 1 }),
    [store],
  );
  if (drafts === undefined || drafts.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles['continue']}>
      <h2 id={heading} ref={title} tabIndex={-1}>
        {t.continue}
      </h2>
      <List label={t.drafts}>
        {drafts.slice(0, MAX_SHOWN).map(({ id, keyLost, submission: draft }) => {
          const unreadable = (
            <UnreadableRow exportDialog={exportDialog} id={id} keyLost={keyLost} remove={remove} />
          );
          return (
            <RowBoundary key={id} otherwise={unreadable}>
              {draft === null ? (
                unreadable
              ) : (
                <DraftRow draft={draft} Link={Link} onDelete={() => setToDelete(draft)} />
              )}
            </RowBoundary>
          );
        })}
      </List>
      {drafts.length > MAX_SHOWN ? <Link to={OUTBOX_PATH}>{t.allDrafts}</Link> : null}
      <DeleteDialog
        store={store}
        onClose={(deleted) => {
          hasDeleted.current = deleted;
          setToDelete(null);
        }}
        remove={remove}
        submission={toDelete}
      />
    </section>
  );
}
