/** The names of a text's places: 'name' for '{name} removed.'. */
export type PlaceOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceOf<Rest>
  : never;

/** The values for a text's places, by name. */
export type Values<Text extends string, Value> = Readonly<Record<PlaceOf<Text>, Value>>;

/** A text's pieces with the values between them, for values that are not texts, such as a link in a sentence. */
export const pieces = <Text extends string, Value>(
  text: Text,
  values: Values<Text, Value>,
): readonly (string | Value)[] =>
  text
    .split(/\{(\w+)\}/)
    // `split` with a group puts the place's name at every second position.
    .map((piece, index) => (index % 2 ? values[piece as PlaceOf<Text>] : piece));

/** The text with its values: `say('{name} removed.', { name })`. */
export const say = <Text extends string>(
  text: Text,
  values: Values<Text, string | number>,
): string => pieces(text, values).join('');
