import type { DataKey } from '../seal/keyring.ts';

/** The key of what belongs to one submission; undefined: it is an older build's, and lies in the clear. */
export type RowKey = DataKey | undefined;
