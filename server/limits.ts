import { MAX_FILES_OF_A_KIND } from '../src/domain/forms/document-kinds.ts';

export type Limits = Readonly<{
  /** New calls per minute from one device at one address. Repeated calls have their own limit of the same size. */
  maxRequestsPerMinute: number;
  /** Calls per minute from one address, for all its devices. A whole office may share one address. */
  maxRequestsPerMinutePerAddress: number;
  maxJsonBytes: number;
  maxFileBytes: number;
  /** The number of files of one kind that a form may have. */
  maxFilesPerCall: number;
  /** The size of one upload, including its multipart framing. */
  maxUploadBytes: number;
  /** Simultaneous lasting uploads of one device. An upload that ends within one tick is not counted. */
  maxLastingUploads: number;
  /** The average speed of all uploads of a device during six ticks. */
  minUploadBytesPerSecond: number;
  uploadTickMs: number;
  /** Resumable uploads of one device: their number, and their total size. An answered upload counts as 0 bytes. */
  maxOpenPartials: number;
  maxPartialBytes: number;
  /** Resumable uploads of all devices together, including answered ones. For a while there may be a tenth more. */
  maxPartialsOfAll: number;
  /** The server ends an append after this silence, and keeps the bytes that arrived. */
  maxAppendSilenceMs: number;
  /** The server postpones uploads if less disk space than this is free, because the database needs space. */
  minFreeBytes: number;
  /** The server postpones calls if this delay or `maxHeapShare` is exceeded. */
  maxLoopDelayMs: number;
  maxHeapShare: number;
  maxHeadersMs: number;
  /** How often connections are checked against `maxHeadersMs` and `maxRequestMs`. */
  connectionCheckMs: number;
  /** The limit for a whole request. A slow phone needs ten minutes for an upload. */
  maxRequestMs: number;
  /** The server closes a connection after this silence. */
  maxSilenceMs: number;
}>;

const MEGABYTE = 1024 * 1024;

export const defaultLimits: Limits = {
  maxRequestsPerMinute: 600,
  maxRequestsPerMinutePerAddress: 6000,
  maxJsonBytes: 64 * 1024,
  maxFileBytes: 10 * MEGABYTE,
  maxFilesPerCall: MAX_FILES_OF_A_KIND,
  maxUploadBytes: 102 * MEGABYTE,
  maxLastingUploads: 6,
  minUploadBytesPerSecond: 1000,
  uploadTickMs: 10_000,
  maxOpenPartials: 64,
  maxPartialBytes: 256 * MEGABYTE,
  maxPartialsOfAll: 10_000,
  maxAppendSilenceMs: 60_000,
  minFreeBytes: 1024 * MEGABYTE,
  maxLoopDelayMs: 1000,
  maxHeapShare: 0.85,
  maxHeadersMs: 20_000,
  connectionCheckMs: 5000,
  maxRequestMs: 620_000,
  maxSilenceMs: 120_000,
};

/**
 * The largest number of stored files without a row in a folder: files that are renamed and not yet committed. If a start
 * finds more of them, and more than 1 % of all files, it assumes the wrong database.
 */
export const MAX_UNCOMMITTED_FILES = 20;

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** The time from a resumable upload's first byte to its last. Also how long its answer is kept. */
export const PARTIAL_LIFETIME_MS = 7 * DAY_MS;
