import type { Answer, GenericResult } from '../../domain/answer.ts';
import type { Option } from '../../domain/forms/form.ts';
import type { FormCall, FormKind } from '../../domain/forms/form-kinds.ts';
import type { SentFileCall } from '../../domain/forms/sent-files.ts';
import type { FormId, IdempotencyKey } from '../../domain/ids.ts';
import type { ServerDocument } from '../../domain/submission-types.ts';
import type { Mirror } from '../../store/mirror.ts';
import type { OutboxStore } from '../../store/outbox-port.ts';

export type Clock = Readonly<{
  /** The wall clock, ms since 1970; it may jump. */
  now: () => number;
  /** Milliseconds since some moment in this process; it never jumps back. */
  ticks: () => number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}>;

/** One holder for each name in the whole origin; free at once when its holder dies. */
export type Lock = Readonly<{
  /** False where the browser has no locks: everybody's `work` then runs. */
  excludes: boolean;
  /** Runs `work` while holding `name`, or not at all where somebody else holds it. */
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

/** What GetInfo brings besides its generic result. */
export type Info = Readonly<{
  formGuid: FormId;
  titleOptions: readonly Option[];
  typeOfBusinessOptions: readonly Option[];
}>;

export type ApiResult = GenericResult &
  Readonly<{
    /** GetInfo only. */
    info?: Info;
    /** Uploads only; absent in a 204. */
    documents?: readonly ServerDocument[];
  }>;

export type CallOptions = Readonly<{
  idempotencyKey: IdempotencyKey;
  timeoutMs: number;
  signal: AbortSignal;
  /** Instead of this device's own. */
  deviceIdentifier?: string | undefined;
}>;

/** The backend, one call at a time. Never retries, never judges, never throws for what a server does. */
export type SyncApi = Readonly<{
  send: (request: ApiRequest, options: CallOptions) => Promise<Answer<ApiResult>>;
}>;

/** Everything that sync touches of the outside world. */
export type SyncPorts = Readonly<{
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  /** A fresh UUID v4. */
  newId: () => string;
  api: SyncApi;
  deviceIdentifier: () => Promise<string>;
  store: OutboxStore;
  mirror: Mirror;
  lock: Lock;
  /** SHA-256 in lower-case hex; rejects where a Blob's bytes can't be read. */
  digest: (bytes: Blob | string) => Promise<string>;
  /** Whether a Blob's bytes are really there; reads a few of them. */
  readable: (bytes: Blob) => Promise<boolean>;
  /**
   * The device says that it has no network. Often wrong when it denies it, sometimes when it says it: so nothing hangs on
   * it but whether the server is asked something harmless before a call that would be in doubt.
   */
  looksOffline: () => boolean;
  /** Freshly received options, to be cached. */
  onInfo: (info: Info) => Promise<void>;
}>;
