import type { FastifyRequest } from 'fastify';
import { environmentNameOf } from '../../src/domain/environment-name.ts';
import type { BuiltApi } from '../built-api.ts';

/**
 * Origins beside our own that the built app calls when it is opened at this host. A proxy in front may have changed the
 * host, so behind one they are all taken.
 */
export function apiOrigins(api: BuiltApi, request: FastifyRequest): string[] {
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined ||
    request.headers['x-forwarded-proto'] !== undefined;
  const called = isForwarded
    ? [api.dev, api.live]
    : [api[environmentNameOf(request.host.toLowerCase())]];
  return [...new Set(called.flatMap(originOf))];
}

/** None for a relative address: that is our own origin. */
function originOf(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}
