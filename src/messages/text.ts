/** A text that counts something: for one, and for any other number. Made by `plural`. */
export type Plural<One extends string = string, Other extends string = string> = Readonly<{
  one: One;
  other: Other;
}>;

type Text = string | Plural;

/**
 * The texts of one area, such as the outbox, in English. A name may also have a group of texts by code. Values are in braces:
 * '{name} removed.'.
 */
export type Area = Readonly<Record<string, Text | Readonly<Record<string, Text>>>>;

/**
 * Returns the function with which the app reads an area's texts. Call it where the texts are used, not at a module's top level:
 * the language is chosen after the modules are loaded.
 */
export const defineTexts =
  <Texts extends Area>(english: Texts): (() => Texts) =>
  () =>
    english;

/** Notes for translators about an area's texts: where a text is shown, and what its values are. */
export type Notes<Texts extends Area> = Readonly<Partial<Record<keyof Texts, string>>>;

/** The names of a text's places: 'name' for '{name} removed.'. */
export type PlaceholderOf<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderOf<Rest> : never;

/** The values for a text's places, by name. */
export type Values<Text extends string, Value> = Readonly<Record<PlaceholderOf<Text>, Value>>;

/** A text's pieces with the values between them, for values that are not texts, such as a link in a sentence. */
export const formatParts = <Text extends string, Value>(
  text: Text,
  values: Values<Text, Value>,
): readonly (string | Value)[] =>
  text
    .split(/\{(\w+)\}/)
    // `split` with a group puts the place's name at every second position.
    .map((piece, index) => (index % 2 ? values[piece as PlaceholderOf<Text>] : piece));

/** The text with its values: `say('{name} removed.', { name })`. */
export const format = <Text extends string>(
  text: Text,
  values: Values<Text, string | number>,
): string => formatParts(text, values).join('');

/** Joins whole sentences; null ones are left out. */
export const sentences = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join(' ');
