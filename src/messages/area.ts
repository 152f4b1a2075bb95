/** A text that counts something: for one, and for any other number. Made by `plural`. */
export type Plural<One extends string = string, Other extends string = string> = Readonly<{
  one: One;
  other: Other;
}>;

type Text = string | Plural;

/**
 * The texts of one area, such as the outbox, in English. A name may stand for a group of texts, by a code each. What varies
 * stands in braces: '{name} removed.'.
 */
export type Area = Readonly<Record<string, Text | Readonly<Record<string, Text>>>>;

/**
 * An area as the app reads it: asked for each time, never at a module's top level, for the language is chosen after the
 * modules are there.
 */
export const area =
  <Texts extends Area>(english: Texts): (() => Texts) =>
  () =>
    english;

/** What a translator should know of some of an area's texts: where it stands, what its places hold. */
export type Notes<Texts extends Area> = Readonly<Partial<Record<keyof Texts, string>>>;
