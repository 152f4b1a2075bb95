import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../durations.ts';
import type { Meter } from '../meter.ts';

const SEEN_WITHIN_MS = 15 * MINUTE_MS;
/** Beyond, those that called longest ago are forgotten. */
const MAX_DEVICES = 100_000;

/** Counts calls and what came with them; of a device only that it called, and only here. */
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
