import type { Personal, ServerMessage } from '../../domain/submission-types.ts';
import type { Bytes } from '../../seal/bytes.ts';

/**
 * Checks whether a stored value has the expected shape. The schema library checks only data from outside: it would delay a form's first
 * screen, and it is too slow for a drain, which checks thousands of rows a second.
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

/** An id of the app or the server: any text. */
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

/** An object with any keys, whose values have one shape. */
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

/** An object with these properties. Unknown properties are allowed. */
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
 * An encrypted field has the type of the decrypted value. Until it is decrypted, the field looks empty. A WeakMap remembers the
 * encrypted bytes, so that an unchanged field can be written back without a key.
 */

export const isSealed: Shape<Bytes> = (value): value is Bytes => value instanceof Uint8Array;

const sealedForms = new WeakMap<object, Bytes>();
const encrypted = new WeakSet<object>();

/** The encrypted bytes of a value. Returns undefined if the value is new and not encrypted yet. */
export const encryptedOriginal = (value: Personal | ServerMessage): Bytes | undefined =>
  sealedForms.get(value);

/** True if the value is still encrypted and looks empty. */
export const isEncrypted = (value: Personal | ServerMessage): boolean => encrypted.has(value);

export function rememberOriginal<Value extends Personal | ServerMessage>(
  value: Value,
  form: Bytes,
): Value {
  sealedForms.set(value, form);
  return value;
}

function encryptedAs<Value extends Personal | ServerMessage>(value: Value, form: Bytes): Value {
  encrypted.add(value);
  return rememberOriginal(value, form);
}

export const encryptedPersonal = (form: Bytes): Personal =>
  encryptedAs({ customerName: '', terms: [], simCardNumber: '' }, form);

export const encryptedMessage = (form: Bytes): ServerMessage =>
  encryptedAs({ heading: '', description: '', modelState: {}, httpStatus: 0 }, form);
