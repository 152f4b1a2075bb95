/** A text with a number: one form for 1, and one for any other number. Created by `plural`. */
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
 * Returns the function with which the app reads an area's texts. Call that function where the texts are used, not at a
 * module's top level: the language is chosen after the modules are loaded.
 */
export const defineTexts =
  <Texts extends Area>(english: Texts): (() => Texts) =>
  () =>
    english;

/** Notes for translators about an area's texts: the place where a text is shown, and its values. */
export type Notes<Texts extends Area> = Readonly<Partial<Record<keyof Texts, string>>>;

/** The names of a text's placeholders: 'name' for '{name} removed.'. */
export type PlaceholderOf<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderOf<Rest> : never;

/** The values for a text's placeholders, by name. */
export type Values<Text extends string, Value> = Readonly<Record<PlaceholderOf<Text>, Value>>;

/**
 * Returns a text's pieces with the values between them, for values that are not texts, such as a link in a sentence.
 */
export const formatParts = <Text extends string, Value>(
  text: Text,
  values: Values<Text, Value>,
): readonly (string | Value)[] =>
  text
    .split(/\{(\w+)\}/)
    // `split` with a group puts the placeholder's name at every second position.
    .map((piece, index) => (index % 2 ? values[piece as PlaceholderOf<Text>] : piece));

/** Returns the text with its values: `format('{name} removed.', { name })`. */
export const format = <Text extends string>(
  text: Text,
  values: Values<Text, string | number>,
): string => formatParts(text, values).join('');

/** Joins whole sentences, and leaves out null. */
export const sentences = (...all: readonly (string | null)[]): string =>
  all.filter((one) => one !== null).join(' ');
