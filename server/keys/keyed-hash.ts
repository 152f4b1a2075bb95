import type { KeyRing } from './key-ring.ts';

/** Of a plain hash, as rows keep it: equal or not is all that it tells. */
export const keyedHash = ({ mac }: KeyRing, plain: string): string =>
  mac('request', plain).toString('base64url');
