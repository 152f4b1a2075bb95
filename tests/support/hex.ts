import type { Bytes } from '../../src/seal/bytes.ts';

export const hexOf = (bytes: Bytes): string => Buffer.from(bytes).toString('hex');

export const fromHex = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'));

/** `first`, the next, and so on. */
export const bytesFrom = (first: number, length = 32): Bytes =>
  Uint8Array.from({ length }, (_, index) => first + index);
