import { type PlaceOf, type Plural, say } from './text.ts';

export const plural = <One extends string, Other extends string>(
  one: One,
  other: Other,
): Plural<One, Other> => ({ one, other });

/** The form of a counting text for this number. */
export const formFor = <One extends string, Other extends string>(
  { one, other }: Plural<One, Other>,
  number: number,
): One | Other => (number === 1 ? one : other);

type PlaceBeside<Text extends string> = Exclude<PlaceOf<Text>, 'count'>;
type Beside<Text extends string> = [PlaceBeside<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceBeside<Text>, string | number>>];

/** A counting text with its number at '{count}': `count(t.waits, 3)`. */
export const count = <One extends string, Other extends string>(
  text: Plural<One, Other>,
  number: number,
  ...[values]: Beside<One | Other>
): string => say<string>(formFor(text, number), { ...values, count: number });
