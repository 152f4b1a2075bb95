/** Bounds on what one request, and one device, may ask of the server. Sizes in bytes, times in ms. */
export interface Limits {
  /** New calls in a minute from one device at one address; replays have a budget of their own. */
  readonly requestsPerMinute: number;
  /** Calls in a minute from one address, whatever devices they name; a whole office may share it. */
  readonly requestsPerMinutePerAddress: number;
  readonly jsonBytes: number;
  readonly fileBytes: number;
  /** Documents of one kind on one form; also the files of one call. */
  readonly filesPerKind: number;
  /** Everything that one upload may send, its multipart framing included. */
  readonly uploadBytes: number;
  /** Uploads of one device that may last at once; those that are over within one tick are not counted. */
  readonly lastingUploads: number;
  /** Bytes in a second, over all uploads of a device and six ticks. */
  readonly slowestUpload: number;
  readonly uploadTickMs: number;
  /** Where less is free on the disk, uploads are put off: the database must still have room. */
  readonly freeBytes: number;
  readonly headersMs: number;
  /** How often connections are looked at for the two times around this one. */
  readonly connectionCheckMs: number;
  /** A slow phone may take ten minutes for one upload. */
  readonly requestMs: number;
  /** A connection that is silent for this long is closed. */
  readonly silenceMs: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  requestsPerMinute: 600,
  requestsPerMinutePerAddress: 6000,
  jsonBytes: 64 * 1024,
  fileBytes: 10 * megabyte,
  filesPerKind: 10,
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
