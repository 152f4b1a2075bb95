import { formatNumber } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { Chip, ChipRow } from '../../ui/chips.tsx';
import { type Counts, chips, countOf, type Filter } from './filter.ts';

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
