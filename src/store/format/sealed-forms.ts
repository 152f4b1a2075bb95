import type { Personal, ServerMessage } from '../../domain/submission-types.ts';
import type { Bytes } from '../../seal/sealed-bytes.ts';
import type { Shape } from './shape.ts';

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
