/** The names of a text's places: of '{name} removed.' it is 'name'. */
export type PlaceOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceOf<Rest>
  : never;

/** What stands at a text's places, by their names. */
export type Values<Text extends string, Value> = Readonly<Record<PlaceOf<Text>, Value>>;

/** A text cut at its places, with the values between: for what is more than text, such as a link inside a sentence. */
export const pieces = <Text extends string, Value>(
  text: Text,
  values: Values<Text, Value>,
): readonly (string | Value)[] =>
  text
    .split(/\{(\w+)\}/)
    // Every second piece is a place's name, by how `split` works.
    .map((piece, index) => (index % 2 ? values[piece as PlaceOf<Text>] : piece));

/** The text with its values: `say('{name} removed.', { name })`. */
export const say = <Text extends string>(
  text: Text,
  values: Values<Text, string | number>,
): string => pieces(text, values).join('');
