import { afterBroken, knownSupport, type ResumeSupport } from '../domain/resume-support.ts';
import type { BegunUpload } from '../domain/submission-types.ts';
import {
  type CallOptions,
  type Exchange,
  isAbsoluteAddress,
  type Unanswered,
  type UploadParts,
  type WholeBody,
} from './client.ts';
import { asksToWait, isPage, isSuccess, type Received } from './read-answer.ts';

/* The upload's header fields of an answer (draft-ietf-httpbis-resumable-upload). Null: the field is missing or malformed. */

const offsetIn = ({ headers }: Received): number | null =>
  wholeNumber(headers['upload-offset'] ?? '');

/** Returns a member of the dictionary `Upload-Limit`, such as `max-append-size`. Null if it is missing or malformed. */
const limitIn = ({ headers }: Received, name: string): number | null => {
  const members = (headers['upload-limit'] ?? '').split(',').map((member) => member.trim());
  const found = members.find((member) => member.startsWith(`${name}=`));
  return found === undefined ? null : wholeNumber(found.slice(name.length + 1));
};

/** Returns the address at which the upload continues. Null if the answer has none, or one of another origin. */
const addressIn = ({ headers }: Received, baseAddress: string): string | null =>
  ownAddress(headers['location'] ?? '', baseAddress);

/** Stands for the page's own origin, which this file does not know. No host can have this name. */
const PAGE_ORIGIN = 'https://page.invalid';

/**
 * Returns `address` in a form that may be called. Null if its origin is not the backend's, because the application key
 * is sent along. The URL parser decides, as it does for `fetch`: it takes `/\\host` and `/<tab>/host` for another host.
 * The parsed path can still name another host (`/.//host` becomes `//host`), so it is parsed once more.
 */
function ownAddress(address: string, baseAddress: string): string | null {
  const base = new URL(baseAddress, PAGE_ORIGIN);
  if (address === '' || !URL.canParse(address, base.href)) return null;
  const url = new URL(address, base);
  if (url.origin !== base.origin || url.username !== '') return null;
  if (base.origin !== PAGE_ORIGIN) return url.href;
  const path = url.pathname + url.search;
  return URL.canParse(path, base.href) && new URL(path, base).origin === PAGE_ORIGIN ? path : null;
}

const wholeNumber = (text: string): number | null =>
  /^\d{1,15}$/.test(text) ? Number(text) : null;

/** 'unusable': the backend does not resume this upload. The caller then sends the body as one POST. */
type Resumed = Received | Unanswered | Readonly<{ status: 'unusable' }>;

type PieceOptions = CallOptions & Readonly<{ resumableUpload: UploadParts }>;

export type ResumableUploads = Readonly<{
  send: (path: string, body: WholeBody, options: PieceOptions) => Promise<Resumed>;
}>;

/** The number of wrong offsets and lost uploads that are corrected in one call. */
const MAX_CORRECTIONS = 3;

/** The limit is short, because the file waits for this answer. */
const MAX_QUESTION_MS = 5_000;

/** The waits after a cut, before the app asks the backend how much arrived. */
const WAITS_MS = [0, 600, 1400, 2000];

/** Statuses that any request would get at this moment. They are judged as the call's own answer. */
const passing: ReadonlySet<number> = new Set([401, 408, 425, 429]);
/** Statuses of a backend that does not know this method, and of a firewall that forbids it. Any other status may be temporary. */
const unknown: ReadonlySet<number> = new Set([400, 403, 404, 405, 501]);

const NEVER = new AbortController().signal;

type Upload = Readonly<{ address: string; offset: number; maxPiece: number; minPiece: number }>;

/**
 * Sends a body in several requests, for connections that break too often (draft-ietf-httpbis-resumable-upload). `fetch` shows no
 * interim answers, so the first request is a part of the body. Its answer has the address for the rest. The app stores the
 * address before it sends the rest. A later attempt continues there.
 * If the address is unknown, the backend finds the upload by its idempotency key. That request is empty: its answer says the offset.
 */
export function createResumableUploads(
  exchange: Exchange,
  baseAddress: string,
  announced: () => Promise<boolean | null>,
): ResumableUploads {
  /**
   * Asks whether the backend resumes uploads. Returns null if it does not, or does not say. Without an announcement only the app's own
   * origin is asked. A timeout is remembered for a day, because a firewall may swallow each question. If the backend announced
   * support, pieces are sent also after a timeout.
   */
  const askedSupport = async (
    path: string,
    options: PieceOptions,
  ): Promise<ResumeSupport | Received | null> => {
    const { clock, support } = options.resumableUpload;
    const isAnnounced = await announced();
    if (!(isAnnounced ?? !isAbsoluteAddress(baseAddress))) return null;
    const before = knownSupport(await support.read(), clock.now());
    if (before !== null) return before.resumes ? before : null;
    const timeoutMs = Math.min(options.timeoutMs, MAX_QUESTION_MS);
    const message = { method: 'OPTIONS', address: baseAddress + path } as const;
    const answer = await exchange(message, { ...options, timeoutMs });
    if (answer.status === 'unanswered') {
      // This failure does not show whether the backend resumes uploads. Another origin may refuse this question and
      // accept the call itself, or the connection was cut.
      if (answer.reason !== 'timeout') return null;
      const unheard = { resumes: isAnnounced === true, broken: 0, askedAt: clock.now() };
      await support.keep(unheard);
      return unheard.resumes ? unheard : null;
    }
    if (asksToWait(answer)) return answer;
    const resumes = isSuccess(answer) && offersUploads(answer);
    // A captive portal's page, or a busy server's answer, does not show whether the backend resumes uploads.
    const isSaid = isSuccess(answer) ? !isPage(answer) : unknown.has(answer.status);
    const known = { resumes, broken: 0, askedAt: clock.now(), maxFirst: maxFirstOf(answer) };
    if (isSaid) await support.keep(known);
    return resumes ? known : null;
  };

  const begin = async (
    path: string,
    { bytes, contentType }: WholeBody,
    firstBytes: number,
    options: CallOptions,
  ): Promise<Upload | Received | Unanswered | null> => {
    const answer = await exchange(
      {
        method: 'POST',
        address: baseAddress + path,
        headers: {
          'Content-Type': contentType,
          'Upload-Complete': '?0',
          'Upload-Length': String(bytes.size),
        },
        body: bytes.slice(0, firstBytes),
      },
      options,
    );
    if (answer.status === 'unanswered' || isOfTheMoment(answer)) return answer;
    const address = addressIn(answer, baseAddress);
    return answer.status === 201 && address !== null
      ? uploadAt(address, offsetIn(answer) ?? 0, answer)
      : null;
  };

  const offsetOf = async (
    address: string,
    options: CallOptions,
  ): Promise<Upload | Received | Unanswered | null> => {
    const answer = await exchange({ method: 'HEAD', address }, options);
    if (answer.status === 'unanswered' || isOfTheMoment(answer, options.hasFreshToken))
      return answer;
    const offset = isSuccess(answer) ? offsetIn(answer) : null;
    return offset === null ? null : uploadAt(address, offset, answer);
  };

  const append = (
    { address, offset }: Pick<Upload, 'address' | 'offset'>,
    piece: Blob,
    isLast: boolean,
    options: CallOptions,
  ) =>
    exchange(
      {
        method: 'PATCH',
        address,
        headers: {
          'Content-Type': 'application/partial-upload',
          'Upload-Offset': String(offset),
          'Upload-Complete': isLast ? '?1' : '?0',
        },
        body: piece,
      },
      options,
    );

  /**
   * Finds where an earlier attempt's upload continues. Sends an empty piece at a possibly wrong offset. The backend
   * checks it like every other piece, unlike `HEAD`, so an outdated token costs no piece. Returns null if the upload is
   * gone.
   */
  const offsetOfBegunUpload = async (
    { address, came }: BegunUpload,
    options: CallOptions,
  ): Promise<Upload | Received | Unanswered | null> => {
    const at = { address, offset: came };
    const answer = await append(at, new Blob([]), false, options);
    if (answer.status === 'unanswered' || isOfTheMoment(answer, options.hasFreshToken))
      return answer;
    const offset = isSuccess(answer) || answer.status === 409 ? offsetIn(answer) : null;
    return offset === null ? null : uploadAt(address, offset, answer);
  };

  /**
   * Asks again after a cut, because the connection is mostly back in a moment. `ask`: asks how much arrived. Returns
   * null if the connection is not back, or if `ask` returns null.
   */
  const askAfterCut = async (
    ask: () => ReturnType<typeof offsetOf>,
    options: PieceOptions,
  ): Promise<Upload | Received | null> => {
    for (const wait of WAITS_MS) {
      if (wait > 0) await options.resumableUpload.clock.sleep(wait, options.signal ?? NEVER);
      if (options.signal?.aborted) return null;
      const found = await ask();
      if (found === null || !('reason' in found)) return found;
      if (found.reason !== 'network') return null;
    }
    return null;
  };

  /**
   * Begins an upload. Without an earlier attempt, the first request carries a piece. If that request is interrupted,
   * part of the piece may have arrived.
   */
  const beginWithPiece = async (
    path: string,
    body: WholeBody,
    maxFirst: number,
    { clock, isNew, pieceBytes, sent }: UploadParts,
    remaining: () => PieceOptions,
  ): Promise<Upload | Received | Unanswered | null> => {
    const first = isNew && maxFirst > 0 ? Math.min(body.bytes.size, maxFirst, pieceBytes()) : 0;
    const startedAt = clock.ticks();
    const begun = await begin(path, body, first, remaining());
    if (begun !== null && 'offset' in begun && first > 0 && begun.offset === first)
      sent(first, clock.ticks() - startedAt);
    if (first === 0 || begun === null || !('reason' in begun) || begun.reason !== 'network')
      return begun;
    const after = await askAfterCut(() => begin(path, body, 0, remaining()), remaining());
    // Nothing arrived: the connection is gone, and the outbox waits.
    return after !== null && 'offset' in after && after.offset === 0 ? begun : (after ?? begun);
  };

  const sendPieces = async (
    path: string,
    body: WholeBody,
    maxFirst: number,
    options: PieceOptions,
    remaining: () => PieceOptions,
  ): Promise<Resumed> => {
    const { bytes } = body;
    const { resumableUpload } = options;
    let corrections = 0;
    const { begun } = resumableUpload;
    // The backend's address may have changed since then, or the stored address may come from a rescue file.
    const own = begun && ownAddress(begun.address, baseAddress);
    let upload =
      begun && own ? await offsetOfBegunUpload({ ...begun, address: own }, remaining()) : null;
    upload ??= await beginWithPiece(path, body, maxFirst, resumableUpload, remaining);
    let kept = begun?.address;
    for (;;) {
      // An answer of the moment ends the loop first, even after too many corrections: a busy server must get no more
      // requests now.
      if (upload !== null && 'status' in upload) return upload;
      if (upload === null || corrections > MAX_CORRECTIONS) return { status: 'unusable' };
      const { address, offset } = upload;
      if (offset > bytes.size) return { status: 'unusable' };
      if (address !== kept || offset > 0) {
        const isKept = await resumableUpload.came({ address, came: offset, length: bytes.size });
        if (!isKept) return { status: 'unanswered', reason: 'aborted' };
        kept = address;
      }
      const end = Math.min(bytes.size, offset + sizeOfPiece(upload, resumableUpload));
      const startedAt = resumableUpload.clock.ticks();
      const piece = bytes.slice(offset, end);
      const answer = await append(upload, piece, end === bytes.size, remaining());
      if (answer.status === 'unanswered') {
        const ask = () => offsetOf(address, remaining());
        const after = answer.reason === 'network' ? await askAfterCut(ask, remaining()) : null;
        // Continues only if bytes arrived. Otherwise the connection is gone, and the outbox waits.
        if (after === null) return answer;
        if ('status' in after) return after;
        if (after.offset <= offset) return answer;
        upload = after;
        continue;
      }
      const isWhole = answer.headers['upload-complete'] === '?1';
      const there = offsetIn(answer);
      const isKept = isSuccess(answer) && there === end && end < bytes.size;
      if (isWhole || isKept)
        resumableUpload.sent(end - offset, resumableUpload.clock.ticks() - startedAt);
      if (isWhole) return answer;
      if (isKept) {
        upload = { ...upload, offset: end };
        continue;
      }
      if (isOfTheMoment(answer, options.hasFreshToken)) return answer;
      corrections += 1;
      if (answer.status === 404 || answer.status === 410) {
        upload = await begin(path, body, 0, remaining());
        continue;
      }
      const goesOn = answer.status === 409 || isSuccess(answer);
      upload = goesOn && there !== null ? { ...upload, offset: there } : null;
    }
  };

  return {
    async send(path, body, options) {
      const { clock, support } = options.resumableUpload;
      const endsAt = clock.ticks() + options.timeoutMs;
      const remaining = (): PieceOptions => ({
        ...options,
        timeoutMs: Math.max(0, endsAt - clock.ticks()),
      });
      const known = await askedSupport(path, remaining());
      if (known === null) return { status: 'unusable' };
      if ('status' in known) return known;
      const resumed = await sendPieces(path, body, known.maxFirst ?? 0, options, remaining);
      if (resumed.status === 'unusable') await support.keep(afterBroken(known, clock.now()));
      else if (resumed.status !== 'unanswered' && known.broken > 0)
        await support.keep({ ...known, broken: 0 });
      return resumed;
    },
  };
}

/** True if the backend offers resumable uploads. `Accept-Patch` with a `*` proves nothing. */
const offersUploads = ({ headers }: Received): boolean =>
  headers['upload-limit'] !== undefined ||
  (headers['accept-patch'] ?? '').split(/[,;\s]+/).includes('application/partial-upload');

/** Returns how many bytes the first request may carry. */
const maxFirstOf = (answer: Received): number =>
  limitIn(answer, 'min-append-size') === null
    ? (limitIn(answer, 'max-append-size') ?? Number.MAX_SAFE_INTEGER)
    : 0;

/** True if the answer may come from the anti-forgery check. */
const mayBeOfToken = ({ status, body }: Received): boolean =>
  status === 403 || (status === 400 && body === '');

/** True if the answer depends on the moment. With a fresh token, a program on the way may refuse pieces only, at any moment. */
const isOfTheMoment = (answer: Received, hasFreshToken = false): boolean =>
  (answer.status >= 500 && !unknown.has(answer.status)) ||
  passing.has(answer.status) ||
  (!hasFreshToken && mayBeOfToken(answer));

const uploadAt = (address: string, offset: number, answer: Received): Upload => ({
  address,
  offset,
  maxPiece: limitIn(answer, 'max-append-size') ?? Number.POSITIVE_INFINITY,
  minPiece: limitIn(answer, 'min-append-size') ?? 0,
});

const sizeOfPiece = ({ maxPiece, minPiece }: Upload, { pieceBytes }: UploadParts): number =>
  Math.max(1, Math.min(maxPiece, Math.max(minPiece, pieceBytes())));
