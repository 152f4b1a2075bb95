import type { UploadParts } from '../../api/client.ts';
import type { InfoReading } from '../../api/contract.ts';
import type { Accepted, Announcement } from '../../domain/announced.ts';
import type { Option } from '../../domain/forms/form.ts';
import type { FormCall, FormKind } from '../../domain/forms/form-kinds.ts';
import type { SentFileCall } from '../../domain/forms/sent-files.ts';
import type { FormId, IdempotencyKey } from '../../domain/ids.ts';
import type { Answer, GenericResult } from '../../domain/outcome.ts';
import type { ConnectionType } from '../../domain/photo-sending.ts';
import type { ServerDocument } from '../../domain/submission-types.ts';
import type { StatusPage } from '../../domain/verdict.ts';
import type { OutboxStore, SendingStore } from '../../store/outbox/outbox-port.ts';
import type { SecondCopy } from '../../store/second-copy/second-copy.ts';

export type Clock = Readonly<{
  /** The time, ms since 1970. It may jump if the clock is changed. */
  now: () => number;
  /** The time since some moment in this process, ms. It never jumps back. */
  ticks: () => number;
  /** Resolves after `ms`, or when `signal` aborts. Never rejects. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}>;

/** Locks by name for the whole origin. If the holder is killed, the browser releases its lock at once. */
export type Lock = Readonly<{
  /** False if the browser has no Web Locks. Then `ifFree` always runs `work`. */
  excludes: boolean;
  /** Runs `work` under the lock `name`. Does not run `work` if another tab or the worker has the lock. */
  ifFree: <T>(
    name: string,
    work: () => Promise<T>,
  ) => Promise<Readonly<{ ran: true; value: T }> | Readonly<{ ran: false }>>;
}>;

export type ApiRequest =
  /** `reading`: also asks for the operator's verdicts. */
  | Readonly<{ call: 'GetInfo'; reading?: InfoReading }>
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

/** The members of GetInfo's result that are not in the generic result. */
export type Info = Announcement &
  Readonly<{
    formGuid: FormId;
    titleOptions: readonly Option[];
    typeOfBusinessOptions: readonly Option[];
  }>;

export type ApiResult = GenericResult &
  Readonly<{
    /** Only for GetInfo. Absent if the answer has no formGuid. */
    info?: Info;
    /** Only for a GetInfo with a reading. `page` is null if the answer has no verdicts. */
    status?: Readonly<{ announcement: Announcement; page: StatusPage | null }>;
    /** Only for uploads. Absent if the status is 204. */
    documents?: readonly ServerDocument[];
    /** True if the server's list may contain more documents than the app could read. */
    isListPartial?: true;
  }>;

export type CallOptions = Readonly<{
  idempotencyKey: IdempotencyKey;
  timeoutMs: number;
  signal: AbortSignal;
  /** The identifier to send instead of this device's own. */
  deviceIdentifier?: string | undefined;
  /** True if the anti-forgery token was renewed just before this call. Then a refusal is not about the token. */
  hasFreshToken?: boolean | undefined;
  /** For files: options of a resumable upload. Used if the backend supports it. */
  resumableUpload?: UploadParts | undefined;
}>;

/** Makes one call to the backend. Does not retry and does not interpret the answer. Does not throw for any answer of a server. */
export type SyncApi = Readonly<{
  send: (request: ApiRequest, options: CallOptions) => Promise<Answer<ApiResult>>;
}>;

/** All dependencies of sync outside its folder. Each function declares the ones that it needs with `Uses`. */
export type SyncPorts<Store extends SendingStore = OutboxStore> = Readonly<{
  clock: Clock;
  /** A random number, uniform in [0, 1). */
  random: () => number;
  /** A new UUID v4. */
  newId: () => string;
  api: SyncApi;
  deviceIdentifier: () => Promise<string>;
  store: Store;
  secondCopy: SecondCopy;
  lock: Lock;
  /** SHA-256 in lower-case hex. Rejects if a Blob's bytes cannot be read. */
  digest: (bytes: Blob | string) => Promise<string>;
  /** True if a Blob's last byte is readable. */
  readable: (bytes: Blob) => Promise<boolean>;
  /**
   * True if the device reports that it is offline. The report may be wrong. So if it is true, the drain only makes a harmless call first,
   * before a call that could put a step in doubt.
   */
  looksOffline: () => boolean;
  /** The type of the connection. Null if the browser does not report it. */
  connection: () => ConnectionType | null;
  /** The coordinates to send for a form without a location. If null, the app sends null, which some backends refuse. */
  locationWithoutFix: Readonly<{ latitude: number; longitude: number }> | null;
  /** Converts a picture to JPEG. Returns null if this browser can't convert it. */
  jpegOf: (picture: Blob) => Promise<Blob | null>;
  /** Stores the option lists and the announcement of a GetInfo answer. */
  onInfo: (info: Omit<Info, 'formGuid'>) => Promise<void>;
  /** True if the backend's newest answer, or the build setting, accepts the extension. */
  accepts: (what: Accepted) => Promise<boolean | null>;
}>;

/** The dependencies of a drain, in a page and in the worker. */
export type SendingPorts = SyncPorts<SendingStore>;

/** Some dependencies of sync, and some ports of the store. */
export type Uses<Outside extends Exclude<keyof SyncPorts, 'store'>, Store> = Pick<
  SyncPorts,
  Outside
> &
  Readonly<{ store: Store }>;
