import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dataPolicy } from './policies.ts';

/** Whether the browser reached us through https, ended by a proxy in front. */
export function isHttps(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https'
  );
}

/** Headers of every answer, errors too; a route may narrow or replace one. */
export function commonHeaders(request: FastifyRequest): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    // What a person reads out, to find the call in the log.
    'x-request-id': request.id,
    ...(isHttps(request.headers)
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request));
  });
}
