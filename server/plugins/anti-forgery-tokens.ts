import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { ANTI_FORGERY_COOKIE } from '../../src/domain/web-names.ts';
import { DAY_MS } from '../limits.ts';

const LIFETIME_MS = DAY_MS;
/** 96 bits. */
const SESSION_CHARACTERS = 16;

/** The prefix of a session that started with a page, before the device was known. */
const PAGE_MARK = '~';

/**
 * Stateless anti-forgery tokens: `<session>.<time>.<salt>.<signature>`.
 * A new token has the session of the old one. So a call that read the old cookie still fits the new cookie, but not
 * another person's.
 * A phone without a cookie may get several at once, from two tabs and a page. All calls of a device start the same
 * session, and a page's session is accepted beside it.
 */
export type AntiForgery = Readonly<{
  /**
   * Returns a new token as a Set-Cookie value. It keeps the session of the request's valid token, but a call replaces a
   * page's session with the device's.
   * @param deviceId null: the token is sent with a page
   */
  cookie: (cookies: string | undefined, deviceId: string | null, secure: boolean) => string;
  /**
   * Returns true if header and cookie are both signed by us and at most 24 h old, and their sessions match. Equal
   * sessions match. A session of this device also matches another one of this device, and a page's.
   */
  accepts: (
    cookies: string | undefined,
    header: string | string[] | undefined,
    deviceId: string,
  ) => boolean;
}>;

/** `secrets`: the first one signs; a signature by any of them is valid. */
export function createAntiForgery(secrets: readonly KeyObject[], now: () => number): AntiForgery {
  const signedBy = (secret: KeyObject, text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const [newest] = secrets;
  if (newest === undefined) throw new Error('Nothing to sign with.');
  const sign = (text: string) => signedBy(newest, text);
  const isSignature = (given: Buffer, text: string) =>
    secrets.some((secret) => {
      const due = Buffer.from(signedBy(secret, text));
      return due.length === given.length && timingSafeEqual(due, given);
    });

  const sessionOf = (token: string): string | null => {
    const [session, time, salt, signature, ...rest] = token.split('.');
    if (!session || !time || !salt || !signature || rest.length > 0) return null;
    if (!isSignature(Buffer.from(signature), `${session}.${time}.${salt}`)) return null;
    return Math.abs(now() - Number.parseInt(time, 36)) <= LIFETIME_MS ? session : null;
  };

  const sessionsIn = (cookies: string | undefined): string[] =>
    tokensIn(cookies).flatMap((token) => sessionOf(token) ?? []);

  const ofDevice = (secret: KeyObject, deviceId: string) =>
    signedBy(secret, `device ${deviceId}`).slice(0, SESSION_CHARACTERS);
  const isOfPage = (session: string) => session.startsWith(PAGE_MARK);
  const sessionFor = (cookies: string | undefined, deviceId: string | null): string => {
    const [brought] = sessionsIn(cookies);
    if (deviceId === null) return brought ?? PAGE_MARK + randomBytes(12).toString('base64url');
    return brought === undefined || isOfPage(brought) ? ofDevice(newest, deviceId) : brought;
  };

  return {
    cookie: (cookies, deviceId, secure) => {
      const session = sessionFor(cookies, deviceId);
      const text = `${session}.${now().toString(36)}.${randomBytes(6).toString('base64url')}`;
      const flags = `Path=/; Max-Age=${LIFETIME_MS / 1000}; SameSite=Strict`;
      return `${ANTI_FORGERY_COOKIE}=${text}.${sign(text)}; ${flags}${secure ? '; Secure' : ''}`;
    },
    accepts: (cookies, header, deviceId) => {
      const session = typeof header === 'string' ? sessionOf(header) : null;
      if (session === null) return false;
      const isOwn = (one: string) => secrets.some((secret) => ofDevice(secret, deviceId) === one);
      // A device's session name is made from the secret. After a new secret is added, one device can have an old and a
      // new name. Both are valid.
      const goTogether = (one: string, other: string) =>
        isOwn(one) && (isOwn(other) || isOfPage(other));
      // Most calls send one token in both places. It is checked once.
      if (tokensIn(cookies).includes(String(header))) return true;
      return sessionsIn(cookies).some(
        (sent) => sent === session || goTogether(sent, session) || goTogether(session, sent),
      );
    },
  };
}

function tokensIn(cookies: string | undefined): string[] {
  return (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${ANTI_FORGERY_COOKIE}=`))
    .map((pair) => pair.slice(ANTI_FORGERY_COOKIE.length + 1));
}
