import { randomUUID } from 'node:crypto';
import { callPath } from '../../../src/api/contract.ts';
import { type Check, fails, holds, unseen } from '../conformance-check.ts';
import { CannotCheck, type TestSession } from '../test-session.ts';
import { rawInfo } from './reach-checks.ts';

/**
 * Calls RemoveDocument for a document that does not exist. So nothing changes even if the backend accepts the call.
 * Returns the status.
 */
async function harmless(session: TestSession, token: string | null): Promise<number> {
  const query = new URLSearchParams({ formId: randomUUID(), registrationFileId: randomUUID() });
  const answer = await session.wire.raw(
    'DELETE',
    `${callPath('registration', 'RemoveDocument')}?${query}`,
    session.headers(
      token === null ? {} : { [session.target.names.antiForgeryHeader.toLowerCase()]: token },
    ),
  );
  if (answer === null) throw new CannotCheck('a removal got no answer');
  const { status } = answer;
  // A rate limit or a broken removal says nothing about the token.
  if (status === 429 || status >= 500) throw new CannotCheck(`a removal got ${status}`);
  return status;
}

const isRefusal = (status: number): boolean => status === 400 || status === 403;

/** True if the token was accepted: the answer is a success, or says that there is no such document. */
const isLetIn = (status: number): boolean =>
  (status >= 200 && status <= 299) || [404, 410, 422].includes(status);

/** True if a removal with the newest token gets this status too. Then the status says nothing about another token. */
async function isSameWithNewest(session: TestSession, status: number): Promise<boolean> {
  const newest = await session.token();
  return newest !== null && (await harmless(session, newest)) === status;
}

const withNewest = (status: number): string => `with the newest token it is ${status} too`;

/** Opens the app, as a phone does before its first call. */
async function openPage({ wire, target }: TestSession): Promise<void> {
  try {
    await wire.fetch(`${target.appOrigin}/`);
  } catch {
    // The cookie may come only with GetInfo.
  }
}

export const antiForgeryChecks: readonly Check[] = [
  {
    id: 'forgery.readable',
    level: 'must',
    where: 'sameOrigin',
    says: 'the anti-forgery cookie, where there is one, can be read by the app’s pages',
    after: ['reach.no-redirect'],
    run: async (session) => {
      await openPage(session);
      await rawInfo(session);
      const cookie = session.wire.cookies.antiForgery;
      if (cookie === null) return holds('no such cookie comes');
      if (cookie.isHttpOnly) return fails('it is HttpOnly');
      return cookie.path === '/'
        ? holds()
        : fails(`its path is ${cookie.path ?? 'not set'}, not /`);
    },
  },
  {
    id: 'forgery.refusal',
    level: 'must',
    where: 'sameOrigin',
    says: 'a call without a token is refused with 400 or 403, on which the app fetches a fresh one, or let in',
    after: ['forgery.readable'],
    run: async (session) => {
      const status = await harmless(session, null);
      if (isRefusal(status) || isLetIn(status)) return holds();
      // Without a cookie the two calls cannot be compared. 409 says nothing about the caller, unlike 401 or 419.
      const isForAll =
        (await session.token()) === null ? status === 409 : await isSameWithNewest(session, status);
      return isForAll ? holds() : fails(`status ${status}`);
    },
  },
  {
    id: 'forgery.protects',
    level: 'should',
    where: 'sameOrigin',
    says: 'a call without a token is refused',
    otherwise: 'another site is kept out only by the application key, which its own header carries',
    after: ['forgery.refusal'],
    run: async (session) => {
      const status = await harmless(session, null);
      if (!isRefusal(status)) return fails(`status ${status}`);
      return (await isSameWithNewest(session, status)) ? unseen(withNewest(status)) : holds();
    },
  },
  {
    id: 'forgery.fresh',
    level: 'should',
    where: 'sameOrigin',
    says: 'GetInfo brings the cookie, so that what waited for longer than a token lives can still go',
    otherwise: 'such a submission goes only when the app was opened again',
    after: ['forgery.readable'],
    run: async (session) => {
      if (session.wire.cookies.antiForgery === null) return unseen('no such cookie comes');
      const { headers } = await rawInfo(session);
      const isSet = headers
        .getSetCookie()
        .some((each) => each.startsWith(session.target.names.antiForgeryCookie));
      return isSet ? holds() : fails('it does not');
    },
  },
  {
    id: 'forgery.older',
    level: 'should',
    where: 'sameOrigin',
    says: 'a token stays good when a newer one was given',
    otherwise: 'calls beside each other refuse one another; the app then sends again, and again',
    after: ['forgery.readable'],
    run: async (session) => {
      const older = await session.token();
      await rawInfo(session);
      if (older === null) return unseen('no such cookie comes');
      const status = await harmless(session, older);
      if (isLetIn(status)) return holds();
      if (!(await isSameWithNewest(session, status))) return fails(`status ${status}`);
      return isRefusal(status) ? unseen(withNewest(status)) : holds();
    },
  },
];
