import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/** One line for each answer: the route's template, never the address that was asked for. */
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

/** The trace's id of a W3C Trace Context header, where a proxy sends one: 32 hexadecimal digits, and nothing else may pass. */
const traceIn = (header: unknown): string | undefined =>
  typeof header === 'string'
    ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(header)?.[1]
    : undefined;

/** `Server-Timing: app;dur=…`: our own time in ms, so that a client can tell it from the network's. */
export function addServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  });
}
