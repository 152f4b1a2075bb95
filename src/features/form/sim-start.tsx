import type { RefObject } from 'react';
import type { Values } from '../../domain/forms/values.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { say } from '../../messages/say.ts';
import { Chip, ChipGroup } from '../../ui/chips.tsx';
import { inGroups } from './digit-groups.ts';

/** Telecommunications, South Africa. */
const COUNTRY = '8927';

/** The first six digits say which company made the card, the first twelve which million of its cards it is out of. */
const START_LENGTHS = [12, 6];

/** In memory only, the likeliest first; the last seven digits, which tell a customer's card, are not among them. */
let lastStarts: readonly string[] = [COUNTRY];

/** After Submit: whoever registers one box of cards, or one company's, need not type what they share again. */
export function rememberSimStart({ simCardNumber }: Values): void {
  const digits = String(simCardNumber ?? '').replace(/\D/g, '');
  if (digits.startsWith(COUNTRY))
    lastStarts = START_LENGTHS.map((length) => digits.slice(0, length));
}

/** How the number probably begins, to be put in by one tap; nothing once there are digits. */
export function SimStart({
  value,
  onChange,
  input,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where the rest is typed. */
  readonly input: RefObject<HTMLInputElement | null>;
}) {
  if (value !== '') return null;
  const t = formLaterText();
  return (
    <ChipGroup label={t.simStart}>
      {lastStarts.map(inGroups).map((start) => (
        <Chip
          isChosen={false}
          key={start}
          onChoose={() => {
            onChange(start);
            input.current?.focus();
          }}
        >
          {say(t.simBegins, { start })}
        </Chip>
      ))}
    </ChipGroup>
  );
}
