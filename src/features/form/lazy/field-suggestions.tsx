import type { RefObject } from 'react';
import { type Place, splitStreet } from '../../../domain/forms/next-customer.ts';
import type { Values } from '../../../domain/forms/values.ts';
import { formReviewText } from '../../../messages/form-review.ts';
import { format } from '../../../messages/text.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Chip, ChipGroup, ChipRow } from '../../../ui/fields/chips.tsx';
import { inGroups } from '../field-text.ts';

export interface StreetChipsProps {
  readonly store: FormStore;
  /** The name of the street's field, and its text now. */
  readonly name: string;
  readonly value: string;
  /** The place in the form now. */
  readonly place: Place;
  readonly onChoose: (value: string, place: Place | null) => void;
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.suburb === other.suburb && one.city === other.city;

/**
 * Buttons for the last streets of this phone, each with its place. A press keeps a typed house number, or puts the caret in front for
 * one.
 */
export function StreetChips({ store, name, value, place: here, onChoose }: StreetChipsProps) {
  const streets = useStored(() => store.queries.suggestions(), [store], undefined)?.streets;
  if (!streets?.length) return null;
  const t = formReviewText();
  const { number, street: typed } = splitStreet(/^\d+$/.test(value.trim()) ? `${value} ` : value);
  return (
    <ChipRow label={t.recentStreets}>
      {streets.map(({ street, place }) => (
        <Chip
          isChosen={street === typed && (place === null || isSamePlace(place, here))}
          key={JSON.stringify([street, place])}
          onChoose={() => {
            onChoose(number + street, place);
            const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
            // React moves the caret to the end when it writes the value.
            requestAnimationFrame(() => {
              input?.focus();
              input?.setSelectionRange(number.length, number.length);
            });
          }}
        >
          {place === null ? street : format(t.street, { street, suburb: place.suburb })}
        </Chip>
      ))}
    </ChipRow>
  );
}

export interface PlaceChipsProps {
  readonly store: FormStore;
  /** The place in the form now. */
  readonly place: Place;
  readonly onChoose: (place: Place) => void;
}

/** Buttons for the last places of this phone, so that an agent types a village's name once. */
export function PlaceChips({ store, place, onChoose }: PlaceChipsProps) {
  const places = useStored(() => store.queries.suggestions(), [store], undefined)?.places;
  if (!places?.length) return null;
  const t = formReviewText();
  return (
    <ChipRow label={t.recentPlaces}>
      {places.map((each) => (
        <Chip
          isChosen={isSamePlace(each, place)}
          key={format(t.place, each)}
          onChoose={() => onChoose(each)}
        >
          {format(t.place, each)}
        </Chip>
      ))}
    </ChipRow>
  );
}

/** The industry code (telecommunications) and South Africa's country code. */
const COUNTRY = '8927';

/** The first six digits are the card's issuer. The first twelve also include its batch. */
const START_LENGTHS = [12, 6];

/**
 * Kept in memory only, the most likely first. They never include the last seven digits, which identify a customer's
 * card.
 */
let lastStarts: readonly string[] = [COUNTRY];

/** Called after Submit, so that the agent types fewer digits for the next card of the same box or issuer. */
export function rememberSimStart({ simCardNumber }: Values): void {
  const digits = String(simCardNumber ?? '').replace(/\D/g, '');
  if (digits.startsWith(COUNTRY))
    lastStarts = START_LENGTHS.map((length) => digits.slice(0, length));
}

/** A button with the number's likely beginning. It is shown while the field is empty. */
export function SimStart({
  value,
  onChange,
  input,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field for the rest of the number. */
  readonly input: RefObject<HTMLInputElement | null>;
}) {
  if (value !== '') return null;
  const t = formReviewText();
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
          {format(t.simBegins, { start })}
        </Chip>
      ))}
    </ChipGroup>
  );
}
