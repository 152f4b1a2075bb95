import { type KeyRing, keyRing, newKeys } from '../../server/keys/key-ring.ts';

/** Keys that nobody else has. */
export const newRing = (): KeyRing => keyRing(newKeys());
