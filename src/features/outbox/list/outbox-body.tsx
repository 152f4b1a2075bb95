import { type ReactNode, useState } from 'react';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { FailedAttemptsSummary } from '../../../domain/submission-types.ts';
import { formatNumber } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import type { Found } from '../../../store/lists/outbox-queries.ts';
import type { Store } from '../../../store/open-store.ts';
import type { ReturnWithoutReceipt } from '../../../store/outbox/verdict-rows.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { EmptyState } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { BarEnd } from '../../../ui/frame/app-bar.tsx';
import { IconClose } from '../../../ui/frame/icons.tsx';
import { lazyComponent } from '../../../ui/frame/lazy-component.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { IconCalendar } from '../../../ui/frame/more-icons.tsx';
import { triedText } from '../hold-text.ts';
import styles from '../outbox.module.css';
import { askToSendRest, type OutboxActions, useOutboxContext } from '../outbox-context.ts';
import type { StartCorrection } from '../submission/start-correction.tsx';
import type { UnreadablePorts } from '../unreadable-actions.tsx';
import { HoldStrip } from './hold-strip.tsx';
import {
  type Counts,
  chips,
  countOf,
  type Filter,
  firstView,
  isFiltering,
  isReturnFound,
  noFilter,
  PAGE_SIZE,
  totalOf,
  type View,
} from './outbox-filter.ts';
import { rowGroups } from './row-groups.ts';
import { SubmissionList } from './submission-list.tsx';

// Loaded on demand: few agents search by day, and the code has some kilobytes.
const DatePicker = lazyComponent(
  async () => (await import('../../../ui/fields/date-picker.tsx')).DatePicker,
);

export interface OutboxHeadProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/**
 * The search in the bar. On a phone the search field is only an icon until it is used. It then covers the bar, with the
 * button of the day beside it.
 */
export function OutboxHead({ filter, onFilter }: OutboxHeadProps) {
  const t = outboxText();
  const [picksDay, setPicksDay] = useState(filter.day !== '');
  const [isUsed, setIsUsed] = useState(isFiltering({ ...filter, status: '' }));

  function close() {
    setIsUsed(false);
    setPicksDay(false);
    onFilter({ ...filter, search: '', day: '' });
  }

  return (
    <>
      <BarEnd>
        {/* Only the field's own focus enlarges the field. The field then stays enlarged, because a button must not
            move during a press. */}
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
            aria-expanded={picksDay}
            aria-label={t.chooseDay}
            className={styles['day']}
            icon={<IconCalendar />}
            onClick={() => setPicksDay(!picksDay)}
            variant="quiet"
          />
          <Button
            aria-label={t.closeSearch}
            className={styles['day']}
            icon={<IconClose />}
            onClick={close}
            variant="quiet"
          />
        </search>
      </BarEnd>
      {picksDay ? (
        <div className={styles['picker']}>
          <DatePicker
            label={t.capturedOn}
            // The date picker reports '' again if the text is not a date. An unchanged day must not reset the length of
            // the list.
            onChange={(day) => day !== filter.day && onFilter({ ...filter, day })}
            value={filter.day}
          />
          {isFiltering(filter) ? (
            <Button onClick={() => onFilter(noFilter)} variant="quiet">
              {t.showEverything}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

export interface StatusChipsProps {
  readonly status: Filter['status'];
  readonly counts: Counts;
  readonly onStatus: (status: Filter['status']) => void;
}

/** Only the last word is seen, so that five chips fit into a row. */
function ChipWord({ children }: { readonly children: string }) {
  const words = children.split(' ');
  const last = words.pop();
  return (
    <span>
      {words.length > 0 ? <span className="visually-hidden">{`${words.join(' ')} `}</span> : null}
      <span className={styles['word']}>{last}</span>
    </span>
  );
}

/** The status filter, with the number of submissions in each status. All chips are in sight. */
export function StatusChips({ status, counts, onStatus }: StatusChipsProps) {
  const t = outboxText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be in the row.
    <div aria-label={t.show} className={styles['chips']} role="group">
      {chips.map((chip) => {
        const number = countOf(counts, chip);
        if (chip === 'returned' && number === 0 && status !== chip) return null;
        return (
          <button
            aria-pressed={chip === status}
            className={classNames(
              styles['chip'],
              (chip === 'rejected' || chip === 'returned') && number > 0 && styles['bad'],
            )}
            key={chip}
            onClick={() => onStatus(chip)}
            type="button"
          >
            <ChipWord>{t.chip[chip === '' ? 'all' : chip]}</ChipWord>{' '}
            <b className={number === 0 ? styles['zero'] : undefined}>{formatNumber(number)}</b>
          </button>
        );
      })}
    </div>
  );
}

// Loaded on demand: few forms are returned.
const StartCorrectionDialog = lazyComponent(
  async () => (await import('../submission/start-correction.tsx')).StartCorrectionDialog,
);

// Loaded on demand: few receipts are deleted before the operator returns the form.
const ReturnsWithoutReceipt = lazyComponent(
  async () => (await import('../submission/start-correction.tsx')).ReturnsWithoutReceipt,
);

// Loaded on demand: few agents delay photos, and most browsers report the connection type.
const ConnectionQuestion = lazyComponent(
  async () => (await import('./connection-question.tsx')).ConnectionQuestion,
);

export interface OutboxBodyProps {
  readonly store: Store;
  readonly counts: Counts;
  /** The returned registrations of which this phone has no receipt. */
  readonly withoutReceipt: readonly ReturnWithoutReceipt[];
  /** Null if no attempt has failed since the last delivery. */
  readonly failedAttempts: FailedAttemptsSummary | null;
  readonly view: View;
  readonly setView: (view: View) => void;
  /** The filter of `found`. While the person types, it is older than the view's. */
  readonly wanted: Filter;
  /** Undefined until it is read. */
  readonly found: Found | undefined;
  readonly sendNow: OutboxActions['sendNow'];
  readonly sendRest: OutboxActions['sendRest'];
  readonly wake: () => void;
  readonly onCorrect: (id: SubmissionId) => void;
  readonly onStartCorrection: StartCorrection;
  readonly unreadable: UnreadablePorts;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly Link: LinkComponent;
  /** The report of the damage that the app could not repair at the start. */
  readonly report: ReactNode;
}

/** Loaded on demand: an agent exports about once a day. */
const saveDay = async (store: Store, day: string): Promise<void> =>
  (await import('./export-day.ts')).exportDay(store, day);

/** The outbox with at least one submission: search, chips, hold strip and rows. */
export function OutboxBody({
  store,
  counts,
  withoutReceipt,
  failedAttempts,
  found,
  setView,
  view,
  wanted,
  sendNow,
  sendRest,
  wake,
  onCorrect,
  onStartCorrection,
  unreadable,
  online,
  hasSignIn,
  Link,
  report,
}: OutboxBodyProps) {
  const t = outboxText();
  const { filter, limit } = view;
  const context = useOutboxContext(store);
  const groups = found === undefined ? [] : rowGroups(found, limit, context.now);
  const isMore =
    found !== undefined && found.refused.length + found.returned.length + found.rows.length > limit;
  const returns = withoutReceipt.filter((each) => isReturnFound(wanted, each.formId));
  const [correcting, setCorrecting] = useState<SubmissionId | null>(null);
  const returned = found?.returned.find(({ id }) => id === correcting)?.submission ?? null;
  return (
    <>
      <div className={styles['top']}>
        <OutboxHead
          filter={filter}
          onFilter={(next) => setView({ filter: next, limit: PAGE_SIZE })}
        />
        <StatusChips
          counts={counts}
          onStatus={(status) => setView({ filter: { ...filter, status }, limit: PAGE_SIZE })}
          status={filter.status}
        />
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
      {returns.length > 0 ? (
        <ReturnsWithoutReceipt
          now={context.now}
          onStart={onStartCorrection}
          returns={returns}
          store={store}
        />
      ) : null}
      {found !== undefined && groups.length === 0 && returns.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setView(firstView)} variant="quiet">
              {t.showEverything}
            </Button>
          }
          title={t.noMatch}
        >
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
          onCorrectReturned={setCorrecting}
          onSendRest={(id) => askToSendRest(sendRest, id)}
          onExport={(day) => void saveDay(store, day)}
          onMore={() => setView({ filter, limit: limit + PAGE_SIZE })}
          total={isFiltering(wanted) ? undefined : totalOf(counts)}
        />
      ) : null}
      {returned === null ? null : (
        <StartCorrectionDialog
          onClose={() => setCorrecting(null)}
          onStart={onStartCorrection}
          submission={returned}
        />
      )}
      {counts.queued > 0 && failedAttempts !== null ? (
        <p className={styles['soft']}>{triedText(failedAttempts, context.now)}</p>
      ) : null}
    </>
  );
}
