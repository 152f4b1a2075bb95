import type { UploadParts } from '../../api/client.ts';
import type { Answer, GenericResult } from '../../domain/answer.ts';
import type { Option } from '../../domain/forms/form.ts';
import type { FormCall, FormKind } from '../../domain/forms/form-kinds.ts';
import type { SentFileCall } from '../../domain/forms/sent-files.ts';
import type { FormId, IdempotencyKey } from '../../domain/ids.ts';
import type { ConnectionType } from '../../domain/photo-sending.ts';
import type { ServerDocument } from '../../domain/submission-types.ts';
import type { OutboxStore } from '../../store/outbox/outbox-port.ts';
import type { SecondCopy } from '../../store/second-copy/second-copy.ts';

export type Clock = Readonly<{
  /** The wall clock, ms since 1970; it may jump. */
  now: () => number;
  /** Milliseconds since some moment in this process; it never jumps back. */
  ticks: () => number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}>;

/** One holder for each name in the whole origin; released at once when its holder is killed. */
export type Lock = Readonly<{
  /** False where the browser has no Web Locks: `ifFree` then always runs `work`. */
  excludes: boolean;
  /** Runs `work` while holding `name`, or not at all where another tab or the worker holds it. */
  ifFree: <T>(
    name: string,
    work: () => Promise<T>,
  ) => Promise<Readonly<{ ran: true; value: T }> | Readonly<{ ran: false }>>;
}>;

export type ApiRequest =
  | Readonly<{ call: 'GetInfo' }>
  /** `json`: the frozen body without its formId. */
  | Readonly<{ call: FormCall; kind: FormKind; formId: FormId; json: string }>
  | Readonly<{
      call: SentFileCall;
      kind: FormKind;
      formId: FormId;
      file: Blob;
      fileName: string;
    }>
  | Readonly<{ call: 'RemoveDocument'; kind: FormKind; formId: FormId; formFileId: string }>;

/** The result of GetInfo besides the generic one. */
export type Info = Readonly<{
  formGuid: FormId;
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
  /** The extensions that the backend announces (`domain/announced.ts`). */
  accepts: readonly string[];
}>;

export type ApiResult = GenericResult &
  Readonly<{
    /** GetInfo only; absent if the answer has no formGuid. */
    info?: Info;
    /** Uploads only; absent in a 204. */
    documents?: readonly ServerDocument[];
    /** The list may hold more documents than could be read. */
    isListPartial?: true;
  }>;

export type CallOptions = Readonly<{
  idempotencyKey: IdempotencyKey;
  timeoutMs: number;
  signal: AbortSignal;
  /** Sent instead of this device's own identifier. */
  deviceIdentifier?: string | undefined;
  /** Files: as a resumable upload, if the backend supports that. */
  resumableUpload?: UploadParts | undefined;
}>;

/** One call to the backend. Does not retry or judge the answer, and does not throw for anything that a server does. */
export type SyncApi = Readonly<{
  send: (request: ApiRequest, options: CallOptions) => Promise<Answer<ApiResult>>;
}>;

/** Everything outside this folder that sync uses. Each function names the parts that it uses: `Uses`. */
export type SyncPorts = Readonly<{
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  /** A fresh UUID v4. */
  newId: () => string;
  api: SyncApi;
  deviceIdentifier: () => Promise<string>;
  store: OutboxStore;
  secondCopy: SecondCopy;
  lock: Lock;
  /** SHA-256 in lower-case hex. Rejects if a Blob's bytes cannot be read. */
  digest: (bytes: Blob | string) => Promise<string>;
  /** Whether a Blob's bytes can still be read; reads a few of them. */
  readable: (bytes: Blob) => Promise<boolean>;
  /**
   * Whether the device says that it is offline. Either answer may be wrong, so it decides only whether a harmless call is
   * made first, before one that would put a step in doubt.
   */
  looksOffline: () => boolean;
  /** The type of the connection. Null if the browser does not report it. */
  connection: () => ConnectionType | null;
  /** The coordinates of a form without a location. Null: none, which a backend of plain numbers refuses. */
  locationWithoutFix: Readonly<{ latitude: number; longitude: number }> | null;
  /** A picture as JPEG. Null if it cannot be made here. */
  jpegOf: (picture: Blob) => Promise<Blob | null>;
  /** Freshly received options, to be cached. */
  onInfo: (info: Info) => Promise<void>;
}>;

/** Some outside parts, and some ports of the store. */
export type Uses<Outside extends Exclude<keyof SyncPorts, 'store'>, Store> = Pick<
  SyncPorts,
  Outside
> &
  Readonly<{ store: Store }>;
