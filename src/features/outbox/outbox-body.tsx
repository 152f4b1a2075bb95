import { type ReactNode, useDeferredValue, useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import type { TriedInVain } from '../../domain/submission-types.ts';
import { outboxText } from '../../messages/outbox.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { IconSearch } from '../../ui/more-icons.tsx';
import { type Counts, isFiltering, PAGE_SIZE, queryOf, totalOf } from './filter.ts';
import { HoldStrip } from './hold-strip.tsx';
import { triedText } from './hold-text.ts';
import { keepView, type View, viewAt } from './kept-view.ts';
import type { OddActions } from './odd-buttons.tsx';
import styles from './outbox.module.css';
import type { OutboxActions } from './outbox-actions.ts';
import { useOutboxContext } from './outbox-context.ts';
import { OutboxHead } from './outbox-head.tsx';
import { rowGroups } from './row-groups.ts';
import { StatusChips } from './status-chips.tsx';
import { SubmissionList } from './submission-list.tsx';

// Few let photos wait, and most browsers say what link it is.
const LinkQuestion = latePart(async () => (await import('./link-question.tsx')).LinkQuestion);

export interface OutboxBodyProps {
  readonly store: Store;
  readonly counts: Counts;
  /** null: nothing since the last delivery. */
  readonly triedInVain: TriedInVain | null;
  /** The entry of the browser's history, under which the view is kept for Back. */
  readonly entry: string;
  readonly sendNow: OutboxActions['sendNow'];
  /** Asks for a drain. */
  readonly wake: () => void;
  readonly onCorrect: (id: SubmissionId) => void;
  readonly odd: OddActions;
  /** This build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly Link: LinkComponent;
  /** What start-up could not repair. */
  readonly report: ReactNode;
}

/** A file is wanted once a day. */
const saveDay = async (store: Store, day: string): Promise<void> =>
  (await import('./export-day.ts')).exportDay(store, day);

/** The search and all else that a person chose, kept for when Back leads here. */
function useView(entry: string) {
  const [view, setView] = useState<View>(() => viewAt(entry));
  const change = (next: View): void => {
    keepView(entry, next);
    setView(next);
  };
  return [view, change] as const;
}

/** Once there is something: the search and the chips, what waits, and the rows. Never reads more than it shows. */
export function OutboxBody({
  store,
  counts,
  triedInVain,
  entry,
  sendNow,
  wake,
  onCorrect,
  odd,
  hasSignIn,
  Link,
  report,
}: OutboxBodyProps) {
  const t = outboxText();
  const [view, setView] = useView(entry);
  const { filter, limit } = view;
  const context = useOutboxContext(store);
  const wanted = useDeferredValue(filter);
  // One more than is shown tells whether there are more.
  const found = useStored(
    () => store.queries.found(queryOf(wanted, limit + 1)),
    [store, wanted, limit],
  );
  const groups = found === undefined ? [] : rowGroups(found, limit, context.now);
  const isMore = found !== undefined && found.refused.length + found.rows.length > limit;
  return (
    <>
      <div className={styles['top']}>
        <OutboxHead
          filter={filter}
          onExport={(day) => void saveDay(store, day)}
          onFilter={(next) => setView({ filter: next, limit: PAGE_SIZE })}
        >
          <StatusChips
            counts={counts}
            onStatus={(status) => setView({ filter: { ...filter, status }, limit: PAGE_SIZE })}
            status={filter.status}
          />
        </OutboxHead>
        {counts.queued > 0 ? (
          <HoldStrip
            context={context}
            hasSignIn={hasSignIn}
            Link={Link}
            sendNow={sendNow}
            store={store}
            waiting={counts.queued}
          />
        ) : null}
        {counts.queued > 0 && context.photos === 'ask' ? (
          <LinkQuestion store={store} wake={wake} />
        ) : null}
      </div>
      {report}
      {found === undefined ? <Skeleton label={t.reading} lines={6} /> : null}
      {found !== undefined && groups.length === 0 ? (
        <EmptyState icon={<IconSearch />} title={t.noMatch}>
          {t.noMatchDetail}
        </EmptyState>
      ) : null}
      {found !== undefined && groups.length > 0 ? (
        <SubmissionList
          context={context}
          groups={groups}
          hasMore={isMore}
          Link={Link}
          odd={odd}
          onCorrect={onCorrect}
          onMore={() => setView({ filter, limit: limit + PAGE_SIZE })}
          total={isFiltering(wanted) ? undefined : totalOf(counts)}
        />
      ) : null}
      {counts.queued > 0 && triedInVain !== null ? (
        <p className={styles['soft']}>{triedText(triedInVain, context.now)}</p>
      ) : null}
    </>
  );
}
