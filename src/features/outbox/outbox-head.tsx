import { type ReactNode, useState } from 'react';
import { outboxText } from '../../messages/outbox.ts';
import { pagesText } from '../../messages/pages.ts';
import { localDay } from '../../store/draft-rows.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { latePart } from '../../ui/late-part.tsx';
import { IconCalendar, IconDownload } from '../../ui/more-icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type Filter, isFiltering, noFilter } from './filter.ts';
import styles from './outbox.module.css';

// Few look for a day, and it is some kilobytes.
const DatePicker = latePart(async () => (await import('../../ui/date-picker.tsx')).DatePicker);

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
        {/* It grows by its own focus alone, and stays so: a button must not move away from under a finger. */}
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
