import { format, type PlaceholderOf, type Plural } from './text.ts';

export const plural = <One extends string, Other extends string>(
  one: One,
  other: Other,
): Plural<One, Other> => ({ one, other });

/** Returns the singular or plural text for this number. */
export const pluralForm = <One extends string, Other extends string>(
  { one, other }: Plural<One, Other>,
  number: number,
): One | Other => (number === 1 ? one : other);

type PlaceholderBeside<Text extends string> = Exclude<PlaceholderOf<Text>, 'count'>;
type Beside<Text extends string> = [PlaceholderBeside<Text>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholderBeside<Text>, string | number>>];

/** Returns a counting text with its number at '{count}': `count(t.waits, 3)`. */
export const count = <One extends string, Other extends string>(
  text: Plural<One, Other>,
  number: number,
  ...[values]: Beside<One | Other>
): string => format<string>(pluralForm(text, number), { ...values, count: number });
