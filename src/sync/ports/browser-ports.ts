import { antiForgeryReader, type CookieSources } from '../../api/anti-forgery.ts';
import { type Api, createApi } from '../../api/calls.ts';
import type { DocumentsRead, InfoRead } from '../../api/contract.ts';
import { answerOf } from '../../api/read-answer.ts';
import {
  type Accepted,
  type Announcement,
  clientStateText,
  isAccepted,
} from '../../domain/announced.ts';
import { formId } from '../../domain/ids.ts';
import type { Answer, GenericResult } from '../../domain/outcome.ts';
import { REQUEST_ID_HEADER, requestIdIn } from '../../domain/web-names.ts';
import { connectionType } from '../../platform/connection-type.ts';
import { sha256 } from '../../platform/sha256.ts';
import { schedule } from '../../platform/timers.ts';
import type { BackendSettings } from '../../settings/backend-settings.ts';
import type { Environment } from '../../settings/environment.ts';
import type { LastAnswer } from '../../store/device/device-values.ts';
import type { Outbox } from '../../store/open-outbox.ts';
import type { SendingStore } from '../../store/outbox/outbox-port.ts';
import type { SecondCopy } from '../../store/second-copy/second-copy.ts';
import type {
  ApiRequest,
  ApiResult,
  CallOptions,
  Clock,
  Lock,
  SyncApi,
  SyncPorts,
} from './ports.ts';

/** Wraps the typed calls of the API in the one function that sync uses. */
export const apiPort = (api: Api): SyncApi => ({
  send: (request, options) => answerOf(() => send(api, request, options)),
});

async function send(
  api: Api,
  request: ApiRequest,
  options: CallOptions,
): Promise<Answer<ApiResult>> {
  if (request.call === 'GetInfo') {
    const { reading } = request;
    return withResult(await api.getInfo(options, reading), (info) =>
      reading === undefined ? infoResult(info) : { ...infoResult(info), status: statusOf(info) },
    );
  }
  const { kind, formId: id } = request;
  if ('json' in request)
    // `submit` made the JSON with `wireBody`, and `prepareRequest` checked its hash.
    return api.sendForm(kind, { formId: id, ...JSON.parse(request.json) }, options);
  if ('formFileId' in request) {
    const { formFileId: registrationFileId } = request;
    return api.removeDocument(kind, { formId: id, registrationFileId }, options);
  }
  const { call, file, fileName } = request;
  const files = { formId: id, files: [{ data: file, fileName }] };
  return call === 'SaveSignature'
    ? api.saveSignature(kind, files, options)
    : withDocuments(await api.saveDocument(kind, call, files, options));
}

function withResult<R extends GenericResult>(
  answer: Answer<R>,
  convert: (result: R) => ApiResult,
): Answer<ApiResult> {
  return answer.status === 'result' ? { ...answer, result: convert(answer.result) } : answer;
}

/** Adds the documents of a 200 answer. A 204 answer has no list, which differs from an empty list. */
const withDocuments = (answer: Answer<DocumentsRead>): Answer<ApiResult> =>
  withResult(answer, ({ documents, isWhole, ...result }) =>
    answer.status === 'result' && answer.httpStatus === 200
      ? {
          ...result,
          documents: documents.map(({ formFileId, name }) => ({ formFileId, name })),
          ...(isWhole ? {} : { isListPartial: true }),
        }
      : result,
  );

const announcementOf = ({ accepts, isRevoked, policy }: Announcement): Announcement => ({
  accepts,
  ...(isRevoked && { isRevoked }),
  ...(policy && { policy }),
});

const statusOf = (info: InfoRead): ApiResult['status'] & object => ({
  announcement: announcementOf(info),
  page: info.status,
});

function infoResult(info: InfoRead): ApiResult {
  const { formGuid, titleOptions, typeOfBusinessOptions } = info;
  const { description, heading, modelState, wasSuccessful } = info;
  const result = { description, heading, modelState, wasSuccessful };
  if (!wasSuccessful || formGuid.trim() === '') return result;
  const options = { titleOptions, typeOfBusinessOptions };
  return {
    ...result,
    info: { ...announcementOf(info), ...options, formGuid: formId(formGuid) },
  };
}

/** The name of the call: the end of the URL's path. Without the query, because the query has values. */
const callOf = (address: string): string =>
  new URL(address, 'https://any.example').pathname.split('/').at(-1) ?? '';

/**
 * A fetch that stores the last answer for support. It stores every failure, but a success only if it is the first or comes after a
 * failure: more writes would slow down a long outbox. A call does not wait for the write and does not fail with it.
 */
export function observeResponses(
  call: typeof fetch,
  now: () => number,
  keep: (answer: LastAnswer) => Promise<void>,
): typeof fetch {
  let isFine = false;
  return async (input, init) => {
    const response = await call(input, init);
    const { status, ok, headers } = response;
    // The browser hides a redirect and reports status 0, which is not the server's answer.
    const isHidden = status === 0;
    if (!isHidden && (!ok || !isFine))
      void keep({
        at: now(),
        call: callOf(String(input instanceof Request ? input.url : input)),
        httpStatus: status,
        requestId: requestIdIn(headers.get(REQUEST_ID_HEADER)),
      }).catch(() => undefined);
    isFine = ok;
    return response;
  };
}

export const browserPorts = <Store extends SendingStore>(
  outbox: Outbox<Store>,
  { apiBaseAddress }: Pick<Environment, 'apiBaseAddress'>,
  settings: BackendSettings,
  secondCopy: SecondCopy,
): SyncPorts<Store> => {
  const accepts = async (what: Accepted): Promise<boolean | null> =>
    isAccepted(what, await outbox.announced.read(apiBaseAddress), settings.accepts);
  return {
    clock: browserClock,
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    api: apiPort(
      createApi({
        baseAddress: apiBaseAddress,
        applicationKey: settings.applicationKey,
        names: settings.names,
        accepts,
        keyRefusal: {
          isKnown: () => outbox.announced.isKeyRefused(apiBaseAddress, browserClock.now()),
          keep: () => outbox.announced.keepKeyRefused(apiBaseAddress, browserClock.now()),
        },
        clientState: async () =>
          (await accepts('clientState')) === true
            ? clientStateText(settings.version, await outbox.clientState(), browserClock.now())
            : null,
        fetch: observeResponses(
          (input, init) => fetch(input, init),
          browserClock.now,
          outbox.keepLastAnswer,
        ),
        deviceIdentifier: outbox.deviceIdentifier,
        antiForgeryToken: antiForgeryToken(outbox, settings.names.antiForgeryCookie),
      }),
    ),
    deviceIdentifier: outbox.deviceIdentifier,
    store: outbox.store,
    secondCopy,
    lock: browserLock(navigator.locks),
    digest: sha256,
    readable,
    looksOffline: () => !navigator.onLine,
    connection: connectionType,
    locationWithoutFix: settings.locationWithoutFix,
    jpegOf,
    onInfo: async (info) => {
      // Only a reading lifts a limit soon. So limits count only if the phone may read.
      const mayRead = isAccepted('statusAfter', info.accepts, settings.accepts) === true;
      const announcement = mayRead ? announcementOf(info) : { accepts: info.accepts };
      await outbox.announced.keep({ ...announcement, base: apiBaseAddress });
      await outbox.keepOptions(info);
    },
    accepts,
  };
};

/** Reads the anti-forgery token from the cookie. A page also stores it, for workers that can't read cookies. */
function antiForgeryToken(
  { antiForgeryToken: known }: Pick<Outbox, 'antiForgeryToken'>,
  cookie: string,
): () => Promise<string | null> {
  // A page has `document`. In some browsers a worker has `cookieStore`.
  const { cookieStore, document } = globalThis as {
    readonly cookieStore?: NonNullable<CookieSources['cookieStore']>;
    readonly document?: Readonly<{ cookie: string }>;
  };
  const sources: CookieSources = {
    ...(cookieStore === undefined ? {} : { cookieStore }),
    ...(document === undefined ? {} : { documentCookie: () => document.cookie }),
    remembered: known.read,
  };
  const read = antiForgeryReader(sources, cookie);
  if (document === undefined) return read;
  let stored: string | null | undefined;
  return async () => {
    const token = await read();
    if (token !== stored) await known.remember(token);
    stored = token;
    return token;
  };
}

const browserClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        callOff();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const callOff = schedule(ms, end);
      signal.addEventListener('abort', end);
    }),
};

/** True if the page is in the back-forward cache or is about to enter it. */
let isPutAway = false;
globalThis.addEventListener?.('pagehide', (event: Event & { persisted?: boolean }) => {
  isPutAway = event.persisted === true;
});

/**
 * Resolves on 'pagehide', which a worker never gets. So the page releases its locks: a page in the back-forward cache would keep them
 * (Firefox), and no other tab could submit, delete or send. A page that comes back from that cache reloads.
 */
const pageHidden = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) =>
    addEventListener('pagehide', () => resolve(undefined), { once: true, signal }),
  );

/** Without Web Locks (Safari before 15.4), only the lease in the database prevents two drains at once. */
const browserLock = (locks: LockManager | undefined): Lock => ({
  excludes: locks !== undefined,
  ifFree: async <T>(name: string, work: () => Promise<T>) => {
    // After 'pagehide' the document becomes hidden, and the form would write a draft's copy. This page must take no lock any more.
    if (isPutAway) return { ran: false };
    type Ended = Awaited<ReturnType<typeof ran>>;
    const ran = async () => ({ ran: true, value: await work() }) as const;
    if (locks === undefined) return ran();
    const finished = new AbortController();
    let done: Promise<Ended> | undefined;
    try {
      const ended = await locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return { ran: false } as const;
        done = ran();
        return Promise.race([done, pageHidden(finished.signal)]);
      });
      return ended ?? (await done) ?? { ran: false };
    } finally {
      finished.abort();
    }
  },
});

/** Reads the last byte. The read fails if the file is truncated or gone from the disk. */
async function readable(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The JPEG quality of photos. `shrink-plan.ts` gives the reason. */
const QUALITY = 0.45;

/** Converts a picture to JPEG, in page or worker. Returns null if the browser cannot decode the picture or has no canvas. */
async function jpegOf(picture: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(picture);
    try {
      const canvas = new OffscreenCanvas(image.width, image.height);
      // The encoder reads the pixels immediately. From a canvas in graphics memory they would have to be copied back.
      const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
      if (context === null) return null;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, image.width, image.height);
      context.drawImage(image, 0, 0);
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
      return jpeg.type === 'image/jpeg' ? jpeg : null;
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
