import type { RefObject } from 'react';
import type { Values } from '../../domain/forms/values.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { say } from '../../messages/say.ts';
import { Chip, ChipGroup } from '../../ui/chips.tsx';
import { inGroups } from './digit-groups.ts';

/** Telecommunications, South Africa. */
const COUNTRY = '8927';

/** In memory only: the first six digits say which company made the card, and nothing of a customer. */
let lastStart = COUNTRY;

/** After Submit: whoever registers one company's cards need not type its number again. */
export function rememberSimStart({ simCardNumber }: Values): void {
  const digits = String(simCardNumber ?? '').replace(/\D/g, '');
  if (digits.startsWith(COUNTRY)) lastStart = digits.slice(0, 6);
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
  const start = inGroups(lastStart);
  return (
    <ChipGroup label={t.simStart}>
      <Chip
        isChosen={false}
        onChoose={() => {
          onChange(start);
          input.current?.focus();
        }}
      >
        {say(t.simBegins, { start })}
      </Chip>
    </ChipGroup>
  );
}
