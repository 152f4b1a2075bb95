import { MAX_FILES_OF_A_KIND } from '../src/domain/forms/document-kinds.ts';

/** Bounds on what one request, and one device, may ask of the server. */
export type Limits = Readonly<{
  /** New calls in a minute from one device at one address; replays have a budget of their own. */
  maxRequestsPerMinute: number;
  /** Calls in a minute from one address, whatever devices they name; a whole office may share it. */
  maxRequestsPerMinutePerAddress: number;
  maxJsonBytes: number;
  maxFileBytes: number;
  /** As many as a form may have of one kind. */
  maxFilesPerCall: number;
  /** Everything that one upload may send, its multipart framing included. */
  maxUploadBytes: number;
  /** Uploads of one device that may last at once; those that are over within one tick are not counted. */
  maxLastingUploads: number;
  /** Over all uploads of a device, and six ticks. */
  minUploadBytesPerSecond: number;
  uploadTickMs: number;
  /** Uploads that one device may have begun and not ended, and what they may come to together. */
  maxOpenPartials: number;
  maxPartialBytes: number;
  /** Uploads in pieces of all devices together, answered ones too; a tenth more may be there for a while. */
  maxPartialsOfAll: number;
  /** An append that brings nothing for so long is ended; what came is kept. */
  maxAppendSilenceMs: number;
  /** Uploads are postponed if less than this is free on the disk: the database needs space. */
  minFreeBytes: number;
  /** Beyond either, calls are put off. */
  maxLoopDelayMs: number;
  maxHeapShare: number;
  maxHeadersMs: number;
  /** How often connections are checked against `maxHeadersMs` and `maxRequestMs`. */
  connectionCheckMs: number;
  /** A slow phone may take ten minutes for one upload. */
  maxRequestMs: number;
  /** A connection that is silent for this long is closed. */
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
 * How many files a folder may hold that no row speaks of yet: those between their rename and their commit. A start that
 * finds more files without a row takes the database for another one.
 */
export const MAX_UNCOMMITTED_FILES = 20;

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long an upload in pieces may take from its first byte to its last, and how long its answer is kept. */
export const PARTIAL_LIFETIME_MS = 7 * DAY_MS;
