import * as v from 'valibot';
import type { Answer, GenericResult } from '../domain/outcome.ts';
import { invalidForm, modelStateSchema, serverProblem, success } from './contract.ts';

/** Thrown for an HTTP status without a meaning in the contract (specification, section 8). */
export class ApiException extends Error {
  override readonly name = 'ApiException';
  readonly status: number;
  /** The unparsed body. */
  readonly response: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, response: string, headers: Readonly<Record<string, string>>) {
    super('An unexpected server error occurred.');
    this.status = status;
    this.response = response;
    this.headers = headers;
  }
}

/** The schema of a call's answer. `from` makes an answer from a generic result. */
export type ResultShape<R extends GenericResult> = Readonly<{
  schema: v.GenericSchema<unknown, R>;
  from: (result: GenericResult) => R;
  /** True if a success may have no body. */
  mayBeEmpty: boolean;
}>;

/** A response whose whole body was received. */
export type Received = Readonly<{
  status: number;
  redirected: boolean;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

export const isSuccess = ({ status, redirected }: Received): boolean =>
  status >= 200 && status < 300 && !redirected;

/** True if the server asks to wait. The server would then refuse the call itself, too. */
export const asksToWait = ({ status, headers }: Received): boolean =>
  [429, 502, 503, 504].includes(status) && headers['retry-after'] !== undefined;

export const isPage = ({ contentType }: Received): boolean => contentType.includes('html');

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml)/i;
/** Every HTML file of the app contains this mark. */
const SHELL_MARK = /<meta\s+name="veld-shell"/i;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Parsed = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false }>;

function parsed(body: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: false };
  }
}

const foreign = (
  { status, body }: Received,
  reason: Extract<Answer, { status: 'foreign' }>['reason'],
): Answer<never> => ({
  status: 'foreign',
  reason,
  httpStatus: status,
  isOwnShell: SHELL_MARK.test(body),
});

function readSuccess<R extends GenericResult>(
  received: Received,
  { schema, from, mayBeEmpty }: ResultShape<R>,
): Answer<R> {
  if (received.status === 204 && mayBeEmpty) {
    return { status: 'result', httpStatus: 204, result: from(success) };
  }
  if (received.body.trim() === '') {
    if (!mayBeEmpty) return foreign(received, 'wrongShape');
    // A 200 without a body is a success (specification). It is reported as 204, because it has no list either.
    return HTML_TYPE.test(received.contentType)
      ? foreign(received, 'emptyPage')
      : { status: 'result', httpStatus: 204, result: from(success) };
  }
  // The content type is ignored, because some backends send JSON as text/plain.
  const json = parsed(received.body);
  if (!json.ok) return foreign(received, 'notJson');
  if (Array.isArray(json.value)) return foreign(received, 'wrongShape');
  const result = v.safeParse(schema, json.value);
  return result.success
    ? { status: 'result', httpStatus: received.status, result: result.output }
    : foreign(received, 'wrongShape');
}

const withErrors = v.object({ errors: modelStateSchema });

/**
 * Parses a response, without judging it (specification, section 8).
 * Throws ApiException for any status but 200, 204, 500 and 400 with an `errors` object.
 */
export function readAnswer<R extends GenericResult>(
  received: Received,
  shape: ResultShape<R>,
): Answer<R> {
  const { status, body, headers } = received;
  if (received.redirected || REDIRECTS.has(status)) return foreign(received, 'redirected');
  if (status === 200 || status === 204) return readSuccess(received, shape);
  if (status === 500) {
    return { status: 'result', httpStatus: 500, result: shape.from(serverProblem) };
  }
  const json = status === 400 ? parsed(body) : ({ ok: false } as const);
  const refusal = json.ok ? v.safeParse(withErrors, json.value) : undefined;
  if (refusal?.success) {
    const result = shape.from(invalidForm(refusal.output.errors));
    return { status: 'result', httpStatus: 400, result };
  }
  throw new ApiException(status, body, headers);
}

/** Runs a call. Returns an `ApiException` as the answer `unexpected`, for callers that handle all answers alike. */
export async function answerOf<R extends GenericResult>(
  call: () => Promise<Answer<R>>,
): Promise<Answer<R>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    return {
      status: 'unexpected',
      httpStatus: error.status,
      response: error.response,
      headers: error.headers,
    };
  }
}
