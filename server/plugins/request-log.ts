import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/** One line for each answer: the route's template, never the address that was asked for. */
export function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    log.request({
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}

/** `Server-Timing: app;dur=…`: our own time in ms, so that a client can tell it from the network's. */
export function addServerTiming(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  });
}
