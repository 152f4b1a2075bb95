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
import type { Limiter } from './queues.ts';
import type { Repository } from './repository/repository-port.ts';

/** The parts that the app is built with. The caller opens the stores and closes them after the app. */
export type AppOptions = Readonly<{
  repository: Repository;
  files: FileStore;
  partials: PartialStore;
  /** Deletes old files without a row, once a day. */
  tidyFiles: StaleFiles;
  /** Limits how many files are stored and not yet committed at once. */
  uncommittedFiles: Limiter;
  /** Encrypts stored data, and signs anti-forgery tokens. */
  keys: KeyRing;
  /** The folder of the built app. Null: the server serves only the API. */
  distDir: string | null;
  applicationKey: string;
  /** Other origins that the built app calls. Default: none. */
  connectTo?: readonly string[];
  now: () => number;
  log: Log;
  /**
   * Addresses or ranges of the proxies in front, separated by commas. The server believes the caller's address that
   * they report.
   */
  trustProxy?: string | null;
  /** The server erases a finished form after this many days. Null or left out: never. */
  keepDays?: number | null;
  /** The Android app that shows this site. Null or left out: none. */
  androidApp?: AndroidApp | null;
  /** Whether phones are told of verdicts. Null or left out: from the operator's first decision on. */
  announce?: boolean | null;
  /** The limits at which a phone begins no new form. Null or left out: none. */
  policy?: Policy | null;
  limits?: Partial<Limits>;
  meter?: Meter;
  /** The load of this process. Default: never too high. */
  pressure?: () => Pressure;
  /** Aborted when the server is about to stop. Each connection then closes after its next answer. */
  stopping?: AbortSignal;
}>;

export type Policy = Readonly<{
  /** The oldest version of the app without a warning. */
  minimumVersion?: string;
  /** The most forms that may wait on a phone. */
  maxUnsent?: number;
  /** The most hours that a form may wait on a phone. */
  maxAgeHours?: number;
}>;

/** The delay of timers, and the used share of the maximum heap (0 to 1). */
export type Pressure = Readonly<{ loopDelayMs: number; heapShare: number }>;

export type AndroidApp = Readonly<{
  package: string;
  /** SHA-256 of the certificates that may sign the app, as `AB:CD:…`. */
  fingerprints: readonly string[];
}>;

export type AppContext = Readonly<{
  repository: Repository;
  files: SealedFiles;
  uncommittedFiles: Limiter;
  keys: KeyRing;
  partials: PartialStore;
  antiForgery: AntiForgery;
  applicationKey: string;
  /** Other origins that the operator lets the built app call. */
  connectTo: readonly string[];
  androidApp: AndroidApp | null;
  /** True if phones are told of verdicts. `now`: looks for the first decision at once, not once a minute. */
  announces: (when?: 'now') => Promise<boolean>;
  policy: Policy | null;
  limits: Limits;
  pressure: () => Pressure;
  uploads: UploadWatch;
  now: () => number;
  log: Log;
}>;
