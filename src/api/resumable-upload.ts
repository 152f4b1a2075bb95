import { pause } from '../timers.ts';
import type { CallOptions, Exchange, Unanswered } from './client.ts';
import type { Received } from './read-answer.ts';
import { TimeLimit } from './time-limit.ts';
import type { WholeBody } from './whole-body.ts';

/** The call's own answer, or none. 'unusable': the backend does not resume, or not this one; send the body as one POST. */
type Resumed = Received | Unanswered | Readonly<{ status: 'unusable' }>;

export type ResumableUploads = Readonly<{
  send: (path: string, body: WholeBody, options: CallOptions) => Promise<Resumed>;
}>;

/** How often a backend may break its word before it counts as one that does not resume, until this process ends. */
const MAX_BROKEN = 2;
/** Offsets that turn out wrong, or uploads that are gone, in one call. */
const MAX_CORRECTIONS = 3;

/** After a cut, before the backend is asked how much came. */
const WAITS_MS = [0, 1000, 2000];

/** Answers that are the same for any request, now: they are judged as the call's own would be. */
const passing: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

type Upload = Readonly<{ address: string; offset: number }>;

/**
 * Sends a body over several requests, where a link is cut too often for one (draft-ietf-httpbis-resumable-upload). It begins with an
 * empty piece, since `fetch` shows no interim answers: the answer says where the rest goes. Under the same idempotency key
 * that is the upload that an earlier try began, with what it brought, so nothing has to be remembered here.
 */
export function createResumableUploads(exchange: Exchange, baseAddress: string): ResumableUploads {
  /** Null: not asked yet. */
  let resumes: boolean | null = null;
  let broken = 0;

  const asks = async (path: string, options: CallOptions): Promise<boolean> => {
    if (resumes !== null) return resumes;
    const answer = await exchange({ method: 'OPTIONS', address: baseAddress + path }, options);
    // Another origin may let the call itself through, and no question like this one.
    if (answer.status === 'unanswered') return false;
    const { headers } = answer;
    resumes =
      isSuccess(answer) &&
      (headers['upload-limit'] !== undefined ||
        (headers['accept-patch'] ?? '').split(/[,;\s]+/).includes('application/partial-upload'));
    return resumes;
  };

  const begin = async (
    path: string,
    { bytes, contentType }: WholeBody,
    options: CallOptions,
  ): Promise<Upload | Unanswered | null> => {
    const answer = await exchange(
      {
        method: 'POST',
        address: baseAddress + path,
        headers: {
          'Content-Type': contentType,
          'Upload-Complete': '?0',
          'Upload-Length': String(bytes.size),
        },
        body: new Blob([]),
      },
      options,
    );
    if (answer.status === 'unanswered') return answer;
    const address = addressIn(answer, baseAddress);
    return answer.status === 201 && address !== null
      ? { address, offset: offsetIn(answer) ?? 0 }
      : null;
  };

  const offsetOf = async (
    { address }: Upload,
    options: CallOptions,
  ): Promise<Upload | Unanswered | null> => {
    const answer = await exchange({ method: 'HEAD', address }, options);
    if (answer.status === 'unanswered') return answer;
    const offset = isSuccess(answer) ? offsetIn(answer) : null;
    return offset === null ? null : { address, offset };
  };

  /** A link that is cut is mostly back in a moment. Null: not now. */
  const whenBack = async (upload: Upload, options: CallOptions): Promise<Upload | null> => {
    for (const wait of WAITS_MS) {
      await pause(wait);
      if (options.signal?.aborted) return null;
      const found = await offsetOf(upload, options);
      if (found === null) return null;
      if (!('reason' in found)) return found;
      if (found.reason !== 'network') return null;
    }
    return null;
  };

  const append = ({ address, offset }: Upload, { bytes }: WholeBody, options: CallOptions) =>
    exchange(
      {
        method: 'PATCH',
        address,
        headers: {
          'Content-Type': 'application/partial-upload',
          'Upload-Offset': String(offset),
          'Upload-Complete': '?1',
        },
        body: bytes.slice(offset),
      },
      options,
    );

  const sendPieces = async (
    path: string,
    body: WholeBody,
    options: CallOptions,
  ): Promise<Resumed> => {
    if (!(await asks(path, options))) return { status: 'unusable' };
    let corrections = 0;
    let upload = await begin(path, body, options);
    for (;;) {
      if (upload === null || corrections > MAX_CORRECTIONS) return { status: 'unusable' };
      if ('reason' in upload) return upload;
      const { address, offset } = upload;
      if (offset > body.bytes.size) return { status: 'unusable' };
      const answer = await append(upload, body, options);
      if (answer.status === 'unanswered') {
        const after = answer.reason === 'network' ? await whenBack(upload, options) : null;
        // Only where something came through: else the link is gone, and the outbox waits.
        if (after === null || after.offset <= offset) return answer;
        upload = after;
        continue;
      }
      if (answer.headers['upload-complete'] === '?1') return answer;
      if (isOfTheMoment(answer)) return answer;
      corrections += 1;
      if (answer.status === 404 || answer.status === 410) {
        upload = await begin(path, body, options);
        continue;
      }
      const there = offsetIn(answer);
      const goesOn = answer.status === 409 || isSuccess(answer);
      upload = goesOn && there !== null ? { address, offset: there } : null;
    }
  };

  return {
    send: async (path, body, options) => {
      const limit = new TimeLimit(options.timeoutMs, options.signal);
      try {
        const resumed = await sendPieces(path, body, { ...options, signal: limit.signal });
        if (resumed.status === 'unusable' && resumes === true) {
          broken += 1;
          if (broken >= MAX_BROKEN) resumes = false;
        }
        return resumed.status === 'unanswered' ? { ...resumed, reason: limit.reason } : resumed;
      } finally {
        limit.end();
      }
    },
  };
}

const isSuccess = ({ status }: Received): boolean => status >= 200 && status < 300;

/** A 400 without a body is the anti-forgery check's. */
const isOfTheMoment = ({ status, body }: Received): boolean =>
  status >= 500 || passing.has(status) || (status === 400 && body === '');

const offsetIn = ({ headers }: Received): number | null => {
  const text = headers['upload-offset'] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Only at the backend's own origin: the application key goes there. */
function addressIn({ headers }: Received, baseAddress: string): string | null {
  const location = headers['location'] ?? '';
  if (/^\/(?!\/)/.test(baseAddress)) return /^\/(?!\/)/.test(location) ? location : null;
  if (!URL.canParse(location, baseAddress)) return null;
  const url = new URL(location, baseAddress);
  return url.origin === new URL(baseAddress).origin ? url.href : null;
}
