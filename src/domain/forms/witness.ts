import { stripUnreadable } from './strip.ts';
import type { Values } from './values.ts';

/** Whether the customer cannot sign, and a witness does it in their place. */
export const isWitnessed = ({ cannotSign }: Values): boolean => cannotSign === true;

/** The name of the witness who signs; null where the customer does. */
export const witnessOf = (values: Values): string | null =>
  isWitnessed(values) ? stripUnreadable(String(values['witnessName'] ?? '')).trim() : null;
