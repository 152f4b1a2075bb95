import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { ANTI_FORGERY_COOKIE } from '../../src/domain/web-names.ts';
import { DAY_MS } from '../durations.ts';

const LIFETIME_MS = DAY_MS;

/**
 * Anti-forgery tokens that need no memory: `<session>.<time>.<salt>.<signature>`. The session part
 * stays as a token rotates, so a call that read the cookie just before a rotation still fits the
 * cookie that the browser sends with it; another person's token doesn't.
 */
export type AntiForgery = Readonly<{
  /** A new token, of the same session when the request brings a good one; as a Set-Cookie value. */
  cookie: (cookies: string | undefined, secure: boolean) => string;
  /** Whether header and cookie are both signed by us, at most 24 h old, and of one session. */
  accepts: (cookies: string | undefined, header: string | string[] | undefined) => boolean;
}>;

/** `secrets`: the first signs, all are believed. */
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

  return {
    cookie: (cookies, secure) => {
      const session = sessionsIn(cookies)[0] ?? randomBytes(12).toString('base64url');
      const text = `${session}.${now().toString(36)}.${randomBytes(6).toString('base64url')}`;
      const flags = `Path=/; Max-Age=${LIFETIME_MS / 1000}; SameSite=Strict`;
      return `${ANTI_FORGERY_COOKIE}=${text}.${sign(text)}; ${flags}${secure ? '; Secure' : ''}`;
    },
    accepts: (cookies, header) => {
      const session = typeof header === 'string' ? sessionOf(header) : null;
      return session !== null && sessionsIn(cookies).includes(session);
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
