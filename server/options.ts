/** Bounds on what one request, and one device, may ask of the server. Sizes in bytes, times in ms. */
export interface Limits {
  /** New calls in a minute from one device at one address; replays have a budget of their own. */
  readonly requestsPerMinute: number;
  readonly jsonBytes: number;
  readonly fileBytes: number;
  /** Documents of one kind on one form; also the files of one call. */
  readonly filesPerKind: number;
  /** Everything that one upload may send, its multipart framing included. */
  readonly uploadBytes: number;
  readonly headersMs: number;
  /** A slow phone may take ten minutes for one upload. */
  readonly requestMs: number;
  /** A connection that is silent for this long is closed. */
  readonly silenceMs: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  requestsPerMinute: 600,
  jsonBytes: 64 * 1024,
  fileBytes: 10 * megabyte,
  filesPerKind: 10,
  uploadBytes: 102 * megabyte,
  headersMs: 20_000,
  requestMs: 620_000,
  silenceMs: 120_000,
};

export interface LogStream {
  write(line: string): unknown;
}

export interface AppOptions {
  /** Folder of the database and the files; made when missing. */
  readonly dataDir: string;
  /** The built app; null serves the API alone. */
  readonly distDir: string | null;
  readonly applicationKey: string;
  /** Origins beside its own that the built app calls; none when left out. */
  readonly connectTo?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: LogStream;
  /** Go on where database and files do not fit together: `data-folder.ts`. */
  readonly maySweep?: boolean;
  /** After how many days a finished form is erased; never when null or left out. */
  readonly keepDays?: number | null;
  readonly limits?: Partial<Limits>;
}
