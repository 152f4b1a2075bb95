import { type ReactNode, useDeferredValue, useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { formatWhen } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { pagesText } from '../../messages/pages.ts';
import { say } from '../../messages/say.ts';
import { REGISTER_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconOutbox } from '../../ui/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { IconSearch } from '../../ui/more-icons.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { type Filter, isFiltering, noFilter, PAGE_SIZE, queryOf, totalOf } from './filter.ts';
import { FindBar } from './find-bar.tsx';
import { HoldBanner } from './hold-banner.tsx';
import type { OddActions } from './odd-buttons.tsx';
import type { OutboxActions } from './outbox-actions.ts';
import { useOutboxContext } from './outbox-context.ts';
import { SubmissionList } from './submission-list.tsx';
import { WaitingCard } from './waiting-card.tsx';

export interface OutboxScreenProps {
  readonly store: Store;
  readonly sendNow: OutboxActions['sendNow'];
  readonly onCorrect: (id: SubmissionId) => void;
  readonly odd: OddActions;
  /** This build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly Link?: LinkComponent;
  /** What start-up could not repair, and the rescue file's buttons. */
  readonly report?: ReactNode;
  readonly rescue?: ReactNode;
}

/** Every submission on this device, newest first, however many: it never reads more than it shows. */
export function OutboxScreen({
  store,
  sendNow,
  onCorrect,
  odd,
  hasSignIn,
  Link = PlainLink,
  report,
  rescue,
}: OutboxScreenProps) {
  const t = outboxText();
  const titles = pagesText();
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const around = useOutboxContext(store);
  const wanted = useDeferredValue(filter);
  const overview = useStored(() => store.queries.overview(), [store]);
  // One more than is shown tells whether there are more.
  const found = useStored(
    () => store.queries.found(queryOf(wanted, limit + 1)),
    [store, wanted, limit],
  );

  if (overview === undefined || found === undefined) {
    return (
      <Page wide>
        <PageTitle>{titles.outbox}</PageTitle>
        <Skeleton label={t.reading} lines={6} />
      </Page>
    );
  }
  const { counts, lastDeliveredAt: last } = overview;
  const { rows } = found;
  const shown = found.wanted.limit - 1;
  const total = totalOf(counts);
  const filtering = isFiltering(wanted);
  return (
    <Page wide>
      <PageTitle
        lead={last === null ? t.nothingDelivered : say(t.lastDelivery, { at: formatWhen(last) })}
      >
        {titles.outbox}
      </PageTitle>
      {report}
      <HoldBanner
        hasSignIn={hasSignIn}
        hold={counts.queued > 0 ? around.hold : null}
        now={around.now}
      />
      {counts.queued > 0 ? (
        <WaitingCard store={store} sendNow={sendNow} waiting={counts.queued} />
      ) : null}
      {total > 0 ? (
        <FindBar
          counts={counts}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setLimit(PAGE_SIZE);
          }}
        />
      ) : null}
      {rows.length > 0 ? (
        <SubmissionList
          around={around}
          hasMore={rows.length > shown}
          Link={Link}
          onCorrect={onCorrect}
          odd={odd}
          onMore={() => setLimit(shown + PAGE_SIZE)}
          rows={rows.slice(0, shown)}
          total={filtering ? undefined : total}
        />
      ) : filtering ? (
        <EmptyState icon={<IconSearch />} title={t.noMatch}>
          {t.noMatchDetail}
        </EmptyState>
      ) : (
        <EmptyState
          action={
            <Link className={buttonClass('primary')} to={REGISTER_PATH}>
              {titles.register}
            </Link>
          }
          icon={<IconOutbox />}
          title={t.empty}
        >
          {t.emptyDetail}
        </EmptyState>
      )}
      {rescue}
    </Page>
  );
}
