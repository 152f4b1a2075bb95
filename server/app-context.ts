import type { InTurn } from './files/at-most.ts';
import type { FileStore } from './files/file-store-port.ts';
import type { SealedFiles } from './files/sealed-files.ts';
import type { StaleFiles } from './jobs/garbage.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { Meter } from './meter.ts';
import type { PartialStore } from './partials/partial-store-port.ts';
import type { AntiForgery } from './plugins/anti-forgery-tokens.ts';
import type { UploadWatch } from './plugins/upload-watch.ts';
import type { Repository } from './repository/repository-port.ts';

/** The parts that the app is built with. The caller opens the stores and closes them after the app. */
export type AppOptions = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  /** Clears away, once a day, what is old among files without a row. */
  tidyFiles: StaleFiles;
  /** Bounds the files that are kept and not yet committed. */
  uncommitted: InTurn;
  /** Seals what is kept, and signs anti-forgery tokens. */
  keys: KeyRing;
  /** The built app; null serves the API alone. */
  distDir: string | null;
  applicationKey: string;
  /** Origins beside its own that the built app calls; none when left out. */
  connectTo?: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** Addresses or ranges of the proxies in front, with commas between: what they say of the caller's address is believed. */
  trustProxy?: string | null;
  /** After how many days a finished form is erased; never when null or left out. */
  keepDays?: number | null;
  /** The Android app that shows this site; none when null or left out. */
  androidApp?: AndroidApp | null;
  limits?: Partial<Limits>;
  /** Counts nothing when left out. */
  meter?: Meter;
  /** How busy this process is; never too busy when left out. */
  pressure?: () => Pressure;
  /** Once aborted, the server is about to stop: each answer is its connection's last. */
  stopping?: AbortSignal;
}>;

/** How late timers fire, and how much of what memory there may be is used, from 0 to 1. */
export type Pressure = Readonly<{ loopDelayMs: number; heapShare: number }>;

export type AndroidApp = Readonly<{
  package: string;
  /** SHA-256 of the certificates that may have signed it, as in `AB:CD:…`. */
  fingerprints: readonly string[];
}>;

/** The parts that routes and plugins get. `app.ts` builds them. */
export type AppContext = Readonly<{
  repository: Repository;
  files: SealedFiles;
  uncommitted: InTurn;
  keys: KeyRing;
  partials: PartialStore;
  antiForgery: AntiForgery;
  applicationKey: string;
  /** Origins beside our own that the operator lets the built app call. */
  connectTo: readonly string[];
  androidApp: AndroidApp | null;
  limits: Limits;
  pressure: () => Pressure;
  uploads: UploadWatch;
  now: () => number;
  log: Log;
}>;
