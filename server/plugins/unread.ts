import type { FastifyRequest } from 'fastify';

/** How long a client has to read an answer that came before the end of its upload. */
const LINGER_MS = 5000;

/**
 * For an answer that does not wait for the rest of the body. A connection that is closed over unread bytes is reset, and
 * the answer may be lost with it: so the rest is read away for a while, then the connection is cut.
 */
export function leaveUnread({ raw }: FastifyRequest): void {
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, LINGER_MS);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
}
