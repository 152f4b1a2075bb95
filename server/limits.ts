import { MAX_FILES_OF_A_KIND } from '../src/domain/forms/document-kinds.ts';

/** Bounds on what one request, and one device, may ask of the server. Sizes in bytes, times in ms. */
export type Limits = Readonly<{
  /** New calls in a minute from one device at one address; replays have a budget of their own. */
  requestsPerMinute: number;
  /** Calls in a minute from one address, whatever devices they name; a whole office may share it. */
  requestsPerMinutePerAddress: number;
  jsonBytes: number;
  fileBytes: number;
  /** Documents of one kind on one form; also the files of one call. */
  filesPerKind: number;
  /** Everything that one upload may send, its multipart framing included. */
  uploadBytes: number;
  /** Uploads of one device that may last at once; those that are over within one tick are not counted. */
  lastingUploads: number;
  /** Bytes in a second, over all uploads of a device and six ticks. */
  slowestUpload: number;
  uploadTickMs: number;
  /** Where less is free on the disk, uploads are put off: the database must still have room. */
  freeBytes: number;
  headersMs: number;
  /** How often connections are looked at for the two times around this one. */
  connectionCheckMs: number;
  /** A slow phone may take ten minutes for one upload. */
  requestMs: number;
  /** A connection that is silent for this long is closed. */
  silenceMs: number;
}>;

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  requestsPerMinute: 600,
  requestsPerMinutePerAddress: 6000,
  jsonBytes: 64 * 1024,
  fileBytes: 10 * megabyte,
  filesPerKind: MAX_FILES_OF_A_KIND,
  uploadBytes: 102 * megabyte,
  lastingUploads: 6,
  slowestUpload: 1000,
  uploadTickMs: 10_000,
  freeBytes: 1024 * megabyte,
  headersMs: 20_000,
  connectionCheckMs: 5000,
  requestMs: 620_000,
  silenceMs: 120_000,
};
