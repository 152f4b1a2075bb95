import { useId, useState } from 'react';
import type { SubmissionStatus } from '../../domain/submission-types.ts';
import { outboxText } from '../../messages/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Filter, isFiltering, noFilter, statusOf, statusOptions } from './filter.ts';
import styles from './outbox.module.css';

export interface FindBarProps {
  readonly filter: Filter;
  readonly counts: Readonly<Record<SubmissionStatus, number>>;
  readonly onFilter: (filter: Filter) => void;
}

/** Search by name or number; status and day behind 'Filter', out of the way on a small screen. */
export function FindBar({ filter, counts, onFilter }: FindBarProps) {
  const [open, setOpen] = useState(filter.status !== '' || filter.day !== '');
  const t = outboxText();
  const panel = useId();
  return (
    <search>
      <TextField
        action={
          <Button aria-controls={panel} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t.filter}
          </Button>
        }
        aria-required={false}
        enterKeyHint="search"
        label={t.search}
        onChange={(search) => onFilter({ ...filter, search })}
        type="search"
        value={filter.search}
      />
      <div id={panel}>
        {open ? (
          <div className={styles['panel']}>
            <SelectField
              aria-required={false}
              label={t.filterStatus}
              onChange={(value) => onFilter({ ...filter, status: statusOf(value) })}
              options={statusOptions(counts)}
              placeholder={t.anyStatus}
              value={filter.status}
            />
            <DatePicker
              label={t.capturedOn}
              onChange={(day) => onFilter({ ...filter, day })}
              value={filter.day}
            />
            {isFiltering(filter) ? (
              <Button onClick={() => onFilter(noFilter)} variant="quiet">
                {t.showEverything}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </search>
  );
}
