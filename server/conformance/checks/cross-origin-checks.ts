import { mayBeCached } from '../../../src/api/client.ts';
import { callPath, GET_INFO_PATH } from '../../../src/api/contract.ts';
import { formKinds } from '../../../src/domain/forms/form-kinds.ts';
import { type Check, fails, holds, unseen, type Verdict } from '../conformance-check.ts';
import type { TestSession } from '../test-session.ts';
import type { RawAnswer } from '../wire.ts';
import { rawInfo } from './reach-checks.ts';

/** The headers of every call that make a preflight necessary. */
const ownHeaders = ({ target: { names } }: TestSession): readonly string[] => [
  names.applicationKeyHeader,
  names.deviceHeader,
];
const POST_PATH = callPath('registration', formKinds.registration.call);
const DELETE_PATH = callPath('registration', 'RemoveDocument');
/** Seconds. Browsers cache a preflight for at most two hours, or for five seconds without `Access-Control-Max-Age`. */
const MIN_MAX_AGE = 600;

const preflight = (
  session: TestSession,
  method: string,
  path: string,
  headers: readonly string[],
) =>
  session.wire.raw('OPTIONS', path, {
    'access-control-request-method': method,
    'access-control-request-headers': headers.join(',').toLowerCase(),
  });

const listIn = (answer: RawAnswer, header: string): readonly string[] =>
  (answer.headers.get(header) ?? '').split(',').map((each) => each.trim().toLowerCase());

const allows = (answer: RawAnswer, header: string, wanted: string): boolean =>
  listIn(answer, header).some((each) => each === '*' || each === wanted.toLowerCase());

function hasOrigin({ headers }: RawAnswer, session: TestSession): boolean {
  const allowed = headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === session.target.appOrigin;
}

async function passes(
  session: TestSession,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: readonly string[],
): Promise<Verdict> {
  const answer = await preflight(session, method, path, headers);
  if (answer === null) return fails('no answer');
  if (answer.status < 200 || answer.status > 299) return fails(`status ${answer.status}`);
  if (!hasOrigin(answer, session)) return fails('it does not name the app’s origin');
  if (method === 'DELETE' && !allows(answer, 'access-control-allow-methods', method)) {
    return fails('the method is not allowed');
  }
  const missing = headers.filter((each) => !allows(answer, 'access-control-allow-headers', each));
  return missing.length === 0 ? holds() : fails(`not allowed: ${missing.join(', ')}`);
}

const check = (
  id: string,
  level: Check['level'],
  says: string,
  run: Check['run'],
  otherwise?: string,
): Check => ({
  id,
  level,
  says,
  where: 'otherOrigin',
  after: ['reach.answers'],
  run,
  ...(otherwise === undefined ? {} : { otherwise }),
});

export const crossOriginChecks: readonly Check[] = [
  check('cors.get', 'must', 'a preflight lets the app read (GET)', (session) =>
    passes(session, 'GET', GET_INFO_PATH, ownHeaders(session)),
  ),
  check('cors.post', 'must', 'a preflight lets the app send (POST)', (session) =>
    passes(session, 'POST', POST_PATH, [...ownHeaders(session), 'Content-Type']),
  ),
  check('cors.delete', 'must', 'a preflight lets the app remove a document (DELETE)', (session) =>
    passes(session, 'DELETE', DELETE_PATH, ownHeaders(session)),
  ),
  check('cors.origin', 'must', 'answers name the app’s origin', async (session) =>
    hasOrigin(await rawInfo(session), session)
      ? holds()
      : fails('no Access-Control-Allow-Origin for it'),
  ),
  check(
    'cors.refusals',
    'should',
    'refusals name the app’s origin too',
    async (session) => {
      const key = { [session.target.names.applicationKeyHeader.toLowerCase()]: 'wrong' };
      return hasOrigin(await rawInfo(session, key), session) ? holds() : fails('they do not');
    },
    'the app takes a refusal for no network, and tries again for ever in place of saying what is wrong',
  ),
  check(
    'cors.idempotency-key',
    'should',
    'the header with the idempotency key is allowed, if it is announced',
    async (session) => {
      await session.info();
      if (!session.announces('idempotencyKey'))
        return unseen('it announces no idempotencyKey: the app sends none');
      const headers = [...ownHeaders(session), session.target.names.idempotencyHeader];
      const verdict = await passes(session, 'POST', POST_PATH, headers);
      session.sendsKeys = verdict.status === 'holds';
      return verdict;
    },
    'each phone finds it out after two calls, and sends without it; build with the setting empty to save them that',
  ),
  check(
    'cors.exposed',
    'should',
    'the header Retry-After is exposed',
    async (session) =>
      allows(await rawInfo(session), 'access-control-expose-headers', 'retry-after')
        ? holds()
        : fails('it is not'),
    'the app waits by its own reckoning when the backend is busy',
  ),
  check(
    'cors.max-age',
    'should',
    `browsers may keep a preflight for ${MIN_MAX_AGE} seconds or more`,
    async (session) => {
      const answer = await preflight(session, 'POST', POST_PATH, ownHeaders(session));
      const seconds = Number(answer?.headers.get('access-control-max-age') ?? 0);
      return seconds >= MIN_MAX_AGE ? holds() : fails(`${seconds} seconds`);
    },
    'each call pays one more round trip, seconds on a slow link',
  ),
  check(
    'cors.info-not-cached',
    'should',
    'browsers keep no answer of GetInfo',
    async (session) =>
      mayBeCached(Object.fromEntries((await rawInfo(session)).headers))
        ? fails('its headers let them')
        : holds(),
    'the app asks for it past the cache, which costs each GetInfo one more round trip',
  ),
];
