import { type ReactNode, useDeferredValue, useState } from 'react';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { FailedAttemptsSummary } from '../../../domain/submission-types.ts';
import { formatNumber } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { pagesText } from '../../../messages/shell.ts';
import { submissionText } from '../../../messages/submission.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { EmptyState } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { Chip, ChipRow } from '../../../ui/fields/chips.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { lazyComponent } from '../../../ui/frame/lazy-component.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { IconCalendar, IconDownload, IconSearch } from '../../../ui/frame/more-icons.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { triedText } from '../hold-text.ts';
import styles from '../outbox.module.css';
import { type OutboxActions, useOutboxContext } from '../outbox-context.ts';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { HoldStrip } from './hold-strip.tsx';
import {
  type Counts,
  chips,
  countOf,
  type Filter,
  isFiltering,
  noFilter,
  PAGE_SIZE,
  queryOf,
  saveView,
  totalOf,
  type View,
  viewAt,
} from './outbox-filter.ts';
import { rowGroups, SubmissionList } from './submission-list.tsx';

// Few look for a day, and it is some kilobytes.
const DatePicker = lazyComponent(
  async () => (await import('../../../ui/fields/date-picker.tsx')).DatePicker,
);

export interface OutboxHeadProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** The chosen day as a file; today where none is. */
  readonly onExport: (day: string) => void;
  /** The chips. */
  readonly children: ReactNode;
}

/**
 * The screen's heading, the search and the chips in the room of one line; the day behind a button. On a phone the search is a
 * field of one icon until it is used, and the tab below says where one is.
 */
export function OutboxHead({ filter, onFilter, onExport, children }: OutboxHeadProps) {
  const t = outboxText();
  const [open, setOpen] = useState(filter.day !== '');
  const [isUsed, setIsUsed] = useState(filter.search !== '');
  return (
    <>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{pagesText().outbox}</h1>
        {/* Only the field's own focus enlarges it, and it stays enlarged: a button must not move away during a press. */}
        <search
          className={classNames(styles['search'], isUsed && styles['used'])}
          onFocus={({ target }) => {
            if (target instanceof HTMLInputElement) setIsUsed(true);
          }}
        >
          <SearchField
            hint={t.searchHint}
            label={t.search}
            onChange={(search) => onFilter({ ...filter, search })}
            value={filter.search}
          />
          <Button
            aria-expanded={open}
            aria-label={t.chooseDay}
            className={styles['day']}
            icon={<IconCalendar />}
            onClick={() => setOpen(!open)}
          />
        </search>
        <div className={styles['chips']}>{children}</div>
      </div>
      {open ? (
        <>
          <DatePicker
            label={t.capturedOn}
            // It says so too where what was typed is no date and nothing was chosen before: the list stays as long as it is.
            onChange={(day) => day !== filter.day && onFilter({ ...filter, day })}
            value={filter.day}
          />
          <div className={styles['dayActions']}>
            <Button
              icon={<IconDownload />}
              onClick={() => onExport(filter.day || localDay(Date.now()))}
            >
              {t.exportDay}
            </Button>
            {isFiltering(filter) ? (
              <Button onClick={() => onFilter(noFilter)} variant="quiet">
                {t.showEverything}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </>
  );
}

export interface StatusChipsProps {
  readonly status: Filter['status'];
  readonly counts: Counts;
  readonly onStatus: (status: Filter['status']) => void;
}

/** Which status is shown, and how many there are of each. */
export function StatusChips({ status, counts, onStatus }: StatusChipsProps) {
  const t = outboxText();
  return (
    <ChipRow label={t.show}>
      {chips.map((chip) => (
        <Chip
          count={formatNumber(countOf(counts, chip))}
          isChosen={chip === status}
          key={chip}
          onChoose={() => onStatus(chip)}
        >
          {t.chip[chip === '' ? 'all' : chip]}
        </Chip>
      ))}
    </ChipRow>
  );
}

// Few let photos wait, and most browsers say what link it is.
const ConnectionQuestion = lazyComponent(
  async () => (await import('./connection-question.tsx')).ConnectionQuestion,
);

export interface OutboxBodyProps {
  readonly store: Store;
  readonly counts: Counts;
  /** null: nothing since the last delivery. */
  readonly failedAttempts: FailedAttemptsSummary | null;
  /** The entry of the browser's history, under which the view is kept for Back. */
  readonly entry: string;
  readonly sendNow: OutboxActions['sendNow'];
  readonly sendRest: OutboxActions['sendRest'];
  /** Asks for a drain. */
  readonly wake: () => void;
  readonly onCorrect: (id: SubmissionId) => void;
  readonly unreadable: UnreadablePorts;
  readonly online: boolean;
  /** This build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly Link: LinkComponent;
  /** The damage that the start could not repair. */
  readonly report: ReactNode;
}

/** A file is wanted once a day. */
const saveDay = async (store: Store, day: string): Promise<void> =>
  (await import('./export-day.ts')).exportDay(store, day);

async function askToSendRest(sendRest: OutboxActions['sendRest'], id: SubmissionId): Promise<void> {
  const isDone = await sendRest(id).catch(() => false);
  if (!isDone) notify(submissionText().failed, { kind: 'warning' });
}

/** The search and all else that a person chose, kept for when Back leads here. */
function useView(entry: string) {
  const [view, setView] = useState<View>(() => viewAt(entry));
  const change = (next: View): void => {
    saveView(entry, next);
    setView(next);
  };
  return [view, change] as const;
}

/** Once there is something: the search and the chips, what waits, and the rows. Never reads more than it shows. */
export function OutboxBody({
  store,
  counts,
  failedAttempts,
  entry,
  sendNow,
  sendRest,
  wake,
  onCorrect,
  unreadable,
  online,
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
            online={online}
            sendNow={sendNow}
            store={store}
            waiting={counts.queued}
          />
        ) : null}
        {counts.queued > 0 && context.photos === 'ask' ? (
          <ConnectionQuestion store={store} wake={wake} />
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
          unreadable={unreadable}
          onCorrect={onCorrect}
          onSendRest={(id) => void askToSendRest(sendRest, id)}
          onMore={() => setView({ filter, limit: limit + PAGE_SIZE })}
          total={isFiltering(wanted) ? undefined : totalOf(counts)}
        />
      ) : null}
      {counts.queued > 0 && failedAttempts !== null ? (
        <p className={styles['soft']}>{triedText(failedAttempts, context.now)}</p>
      ) : null}
    </>
  );
}
