/**
 * Whether a stored value is what it should be. By hand and not by the schema library, which is for what comes from
 * outside: the first screen of a form reads stored values and must not wait for that library, and a drain looks at
 * thousands of rows a second.
 */
export type Shape<T> = (value: unknown) => value is T;
export type Shaped<S> = S extends Shape<infer T> ? T : never;

export const isText: Shape<string> = (value) => typeof value === 'string';
export const isNumber: Shape<number> = (value): value is number => Number.isFinite(value);
export const isFlag: Shape<boolean> = (value) => typeof value === 'boolean';
export const isObject: Shape<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An id of our own or the server's: any text. */
export const isId = <Id extends string>(value: unknown): value is Id => typeof value === 'string';

export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);

export const oneOf =
  <const Known extends readonly unknown[]>(...known: Known): Shape<Known[number]> =>
  (value): value is Known[number] =>
    known.includes(value);

export const listOf =
  <T>(each: Shape<T>): Shape<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(each);

/** An object whose every value is of one shape, under any keys. */
export const mapOf =
  <T>(each: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value): value is Readonly<Record<string, T>> =>
    isObject(value) && Object.values(value).every(each);

export const anyOf =
  <Options extends readonly Shape<unknown>[]>(
    ...options: Options
  ): Shape<Shaped<Options[number]>> =>
  (value): value is Shaped<Options[number]> =>
    options.some((fits) => fits(value));

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Fields<S extends Shapes> = { readonly [Name in keyof S]: Shaped<S[Name]> };

/** What else is in it stays. */
export const objectOf = <Needed extends Shapes, Optional extends Shapes = Record<never, never>>(
  needed: Needed,
  optional?: Optional,
): Shape<Fields<Needed> & Partial<Fields<Optional>>> => {
  const needs = Object.entries(needed);
  const options = Object.entries(optional ?? {});
  return (value): value is Fields<Needed> & Partial<Fields<Optional>> =>
    isObject(value) &&
    needs.every(([name, shape]) => shape(value[name])) &&
    options.every(([name, shape]) => value[name] === undefined || shape(value[name]));
};
