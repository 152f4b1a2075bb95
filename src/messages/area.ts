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
export const area =
  <Texts extends Area>(english: Texts): (() => Texts) =>
  () =>
    english;

/** Notes for translators about an area's texts: where a text is shown, and what its values are. */
export type Notes<Texts extends Area> = Readonly<Partial<Record<keyof Texts, string>>>;
