import type { Personal, ServerMessage } from '../../domain/submission-types.ts';
import type { Bytes } from '../../seal/bytes.ts';

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

/*
 * What of a row is sealed stands in the code's types all the same: as it was opened, or closed, which looks like nothing at all.
 * Either way it is known here in which sealed form it lies on the disk, and what was not changed is written as it was. So whoever
 * only records what a server answered needs no key.
 */

export const isSealed: Shape<Bytes> = (value): value is Bytes => value instanceof Uint8Array;

const sealedForms = new WeakMap<object, Bytes>();
const closed = new WeakSet<object>();

/** How it lies on the disk; undefined: it was made anew and is not sealed yet. */
export const sealedFormOf = (value: Personal | ServerMessage): Bytes | undefined =>
  sealedForms.get(value);

/** Whether what is shown of it is nothing, as nobody has opened it here. */
export const isClosed = (value: Personal | ServerMessage): boolean => closed.has(value);

/** It was opened from this form, or sealed into it. */
export function knownAs<Value extends Personal | ServerMessage>(value: Value, form: Bytes): Value {
  sealedForms.set(value, form);
  return value;
}

function closedAs<Value extends Personal | ServerMessage>(value: Value, form: Bytes): Value {
  closed.add(value);
  return knownAs(value, form);
}

export const closedPersonal = (form: Bytes): Personal =>
  closedAs({ customerName: '', terms: [], simCardNumber: '' }, form);

export const closedMessage = (form: Bytes): ServerMessage =>
  closedAs({ heading: '', description: '', modelState: {}, httpStatus: 0 }, form);
