import type { FileStore } from './files/file-store-port.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Repository } from './repository/repository-port.ts';

/** What the app is built on and told. Whoever opened the stores closes them, after the app. */
export interface AppOptions {
  readonly repository: Repository;
  readonly files: FileStore;
  /** Signs anti-forgery tokens. */
  readonly secret: Buffer;
  /** The built app; null serves the API alone. */
  readonly distDir: string | null;
  readonly applicationKey: string;
  /** Origins beside its own that the built app calls; none when left out. */
  readonly connectTo?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  /** Addresses or ranges of the proxies in front, with commas between: what they say of the caller's address is believed. */
  readonly trustProxy?: string | null;
  /** After how many days a finished form is erased; never when null or left out. */
  readonly keepDays?: number | null;
  readonly limits?: Partial<Limits>;
}
