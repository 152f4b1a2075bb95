import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../meter.ts';

/** Logs one line for each answer, with the route's template, never the called address. */
export function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    log.request({
      id: request.id,
      trace: traceIn(request.headers['traceparent']),
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}

/**
 * Returns the trace id of a W3C Trace Context header, which a proxy may send: 32 hexadecimal digits. Returns undefined
 * for anything else.
 */
const traceIn = (header: unknown): string | undefined =>
  typeof header === 'string'
    ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(header)?.[1]
    : undefined;

/** Adds `Server-Timing: app;dur=…`: the server's own time in ms, so that a client can tell it from the network's. */
export function addServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  });
}

const SEEN_WITHIN_MS = 15 * MINUTE_MS;
/** If more devices call, the server forgets those that called longest ago. */
const MAX_DEVICES = 100_000;

/** Counts calls and received bytes. Remembers of a device only when it called, and only in memory. */
export function addRequestMeter(app: FastifyInstance, meter: Meter, now: () => number): void {
  const counted = new WeakMap<Socket, number>();
  const seen = new Map<string, number>();
  meter.gauge('devices-seen', () => {
    const since = now() - SEEN_WITHIN_MS;
    return [...seen.values()].filter((at) => at >= since).length;
  });

  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)';
    meter.begun(route);
    reply.raw.once('close', () => {
      meter.over(route);
      const { socket } = request.raw;
      const bytes = socket.bytesRead ?? 0;
      meter.received(Math.max(0, bytes - (counted.get(socket) ?? 0)));
      counted.set(socket, bytes);
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    meter.request({
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    if (request.refusedFor !== null) meter.refused(request.refusedFor);
    const { deviceId } = request;
    if (!deviceId) return;
    seen.delete(deviceId);
    seen.set(deviceId, now());
    const [oldest] = seen.keys();
    if (seen.size > MAX_DEVICES && oldest !== undefined) seen.delete(oldest);
  });
}
