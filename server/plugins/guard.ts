import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ANTI_FORGERY_HEADER,
  APPLICATION_KEY_HEADER,
  DEVICE_HEADER,
  IDEMPOTENCY_HEADER,
} from '../../src/domain/web-names.ts';
import { problem } from '../answers/problems.ts';
import { sendProblem } from '../answers/send-answer.ts';
import type { AppContext } from '../app-context.ts';
import { sha256 } from '../keys/key-ring.ts';
import { MINUTE_MS } from '../limits.ts';
import type { SavedAnswer } from '../repository/repository-port.ts';
import { type IdempotencyKey, idempotencyKeyFrom, uuidFrom } from '../validation/identifiers.ts';
import { discardBody } from './error-replies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's device (UUID, lower case), set when the guard accepts the device header. */
    deviceId: string;
    idempotencyKey: IdempotencyKey;
    /** The stored answer for the key, if this server answered it lately. Null without a key or such an answer. */
    savedAnswer: SavedAnswer | null;
  }
}

const NETWORK_GROUPS = 4;

/**
 * Returns the group in which calls are counted: an IPv4 address, or the /64 of an IPv6 address, because each customer
 * has at least a /64. The address is undefined if the connection is already cut.
 */
export function networkOf(address = ''): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * Accepts only calls from our own pages, with the application key and a device id, and within the limits. A write also
 * needs an anti-forgery token.
 */
export function addGuard(app: FastifyInstance, context: AppContext): void {
  const { applicationKey, antiForgery, limits, repository } = context;
  // `timingSafeEqual` needs inputs of one length, which digests have.
  const expectedKey = sha256(applicationKey);
  // Repeats of an answered call are cheap and have their own limit. So a storm of repeats does not block new calls. The
  // first repeat at another server, or after a restart, counts as a new call.
  const limit = app.createRateLimit({
    max: limits.maxRequestsPerMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => {
      const repeated = request.savedAnswer !== null;
      return `${request.deviceId}|${networkOf(request.ip)}|${repeated ? 'repeat' : 'new'}`;
    },
  });

  // Anybody can invent device identifiers, but not addresses. So calls are also limited by address.
  const addressLimit = app.createRateLimit({
    max: limits.maxRequestsPerMinutePerAddress,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `address|${networkOf(request.ip)}`,
  });

  app.decorateRequest('deviceId', '');
  app.decorateRequest('idempotencyKey');
  app.decorateRequest('savedAnswer', null);

  app.addHook('onRequest', async (request, reply) => {
    if (comesFromElsewhere(request)) return sendProblem(request, reply, problem('cross-site'));
    const spentByAddress = await addressLimit(request);
    if (!spentByAddress.isAllowed && spentByAddress.isExceeded) {
      return tooMany(request, reply, spentByAddress.ttlInSeconds);
    }
    const key = request.headers[APPLICATION_KEY_HEADER.toLowerCase()];
    if (typeof key !== 'string' || !timingSafeEqual(sha256(key), expectedKey)) {
      return sendProblem(request, reply, problem('unknown-key'));
    }
    const deviceId = uuidFrom(request.headers[DEVICE_HEADER.toLowerCase()]);
    if (deviceId === null) return sendProblem(request, reply, problem('malformed-device'));
    request.deviceId = deviceId;
    const once = idempotencyKeyFrom(request.headers[IDEMPOTENCY_HEADER.toLowerCase()]);
    request.idempotencyKey = once;
    request.savedAnswer =
      once.status === 'given' ? await repository.recentAnswer(deviceId, once.key) : null;
    const spent = await limit(request);
    if (!spent.isAllowed && spent.isExceeded) return tooMany(request, reply, spent.ttlInSeconds);
    const token = request.headers[ANTI_FORGERY_HEADER.toLowerCase()];
    const { cookie } = request.headers;
    if (!isSafe(request.method) && !antiForgery.accepts(cookie, token, deviceId)) {
      return sendProblem(request, reply, problem('no-token'));
    }
    return undefined;
  });
}

const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Returns true if a page of another site sent the call. Fetch metadata shows it. Without fetch metadata (plain http,
 * old browsers), the Origin of a write shows it.
 */
function comesFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  const { origin, host } = request.headers;
  if (isSafe(request.method) || origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

function tooMany(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', Math.max(1, seconds));
  return sendProblem(request, reply, problem('too-many-requests'));
}

/** Long enough that the phones do not all come back while the overload lasts. */
const PAUSE_SECONDS = 10;

/**
 * Postpones calls at once while this process is overloaded. So running calls end sooner, and no phone waits for an
 * answer that comes too late. The balancer's checks still succeed: otherwise another server would get these calls on
 * top of its own.
 */
export function addShedding(app: FastifyInstance, { pressure, limits }: AppContext): void {
  app.addHook('onRequest', async (request, reply) => {
    const { loopDelayMs, heapShare } = pressure();
    if (loopDelayMs <= limits.maxLoopDelayMs && heapShare <= limits.maxHeapShare) return undefined;
    discardBody(request);
    reply.header('retry-after', PAUSE_SECONDS);
    return sendProblem(request, reply, problem('overloaded'));
  });
}
