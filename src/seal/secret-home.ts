import type { Bytes } from './sealed-bytes.ts';

/**
 * A place where secrets lie, each a small file of its own under a random name. Nothing there says whose it is. Every function may
 * reject with the browser's error; a home that a browser lacks is not made at all.
 */
export type SecretHome = Readonly<{
  /** As they were put; undefined where there is none. */
  get: (name: string) => Promise<Bytes | undefined>;
  put: (name: string, bytes: Bytes) => Promise<void>;
  /** Once it resolves, the bytes are nowhere on the disk any more. There may be none. */
  drop: (name: string) => Promise<void>;
  names: () => Promise<readonly string[]>;
}>;
