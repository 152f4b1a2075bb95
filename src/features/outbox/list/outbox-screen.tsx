import { useDeferredValue, useState } from 'react';
import { formatWhen } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { pagesText } from '../../../messages/shell.ts';
import { format } from '../../../messages/text.ts';
import { REGISTER_PATH } from '../../../paths/page-paths.ts';
import { useStored } from '../../../store/use-stored.ts';
import { buttonClass } from '../../../ui/content/button.tsx';
import { EmptyState } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { LandscapeBand } from '../../../ui/content/panel.tsx';
import { lazyComponent } from '../../../ui/frame/lazy-component.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import styles from '../outbox.module.css';
import type { OutboxBodyProps } from './outbox-body.tsx';
import { queryOf, saveView, totalOf, viewAt } from './outbox-filter.ts';

const Opening = () => <Skeleton label={outboxText().reading} lines={6} />;

// Loaded on demand, because an empty outbox does not need it.
const loadBody = async () => (await import('./outbox-body.tsx')).OutboxBody;
const OutboxBody = lazyComponent(loadBody, Opening);

// If a worker controls the page, its cache has the file. Then the file is loaded while the database opens.
if (navigator.serviceWorker?.controller) void loadBody().catch(() => undefined);

export interface OutboxScreenProps
  extends Omit<
    OutboxBodyProps,
    | 'counts'
    | 'failedAttempts'
    | 'found'
    | 'Link'
    | 'setView'
    | 'view'
    | 'wanted'
    | 'withoutReceipt'
  > {
  /** The key of the browser's history entry. The view is stored under it for Back. */
  readonly entry: string;
  readonly Link?: LinkComponent;
}

/** Every submission on this device: refused submissions first, then the others by day, newest first. */
export function OutboxScreen({ entry, Link = PlainLink, ...rest }: OutboxScreenProps) {
  const t = outboxText();
  const titles = pagesText();
  const { store, report } = rest;
  const overview = useStored(() => store.queries.overview(), [store]);
  const [view, setView] = useState(() => viewAt(entry));
  const wanted = useDeferredValue(view.filter);
  // The screen reads the rows beside the overview. It reads one row more than it shows, to learn whether there are more.
  const found = useStored(
    () => store.queries.found(queryOf(wanted, view.limit + 1)),
    [store, wanted, view.limit],
  );
  if (overview === undefined)
    return (
      <Page wide>
        <Opening />
      </Page>
    );
  const { lastDeliveredAt: last, failedAttempts, returned, withoutReceipt } = overview;
  const counts = { ...overview.counts, returned };
  return (
    <Page wide>
      {totalOf(counts) + withoutReceipt.length > 0 ? (
        <OutboxBody
          {...rest}
          counts={counts}
          failedAttempts={failedAttempts}
          found={found}
          Link={Link}
          setView={(next) => {
            saveView(entry, next);
            setView(next);
          }}
          view={view}
          wanted={wanted}
          withoutReceipt={withoutReceipt}
        />
      ) : (
        <>
          {report}
          <EmptyState
            action={
              <Link className={buttonClass('primary')} to={REGISTER_PATH}>
                {titles.register}
              </Link>
            }
            picture={<LandscapeBand />}
            title={t.empty}
          >
            {t.emptyDetail}
          </EmptyState>
        </>
      )}
      <p className={styles['soft']}>
        {last === null ? t.nothingDelivered : format(t.lastDelivery, { at: formatWhen(last) })}
      </p>
    </Page>
  );
}
