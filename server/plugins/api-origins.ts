import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { type EnvironmentName, environmentNameOf } from '../../src/domain/environment-name.ts';

type Addresses = Readonly<Partial<Record<EnvironmentName, unknown>>>;

/**
 * Origins beside our own that the built app calls when it is opened at this host; the build wrote them down. A proxy in
 * front may have changed the host, so behind one they are all taken.
 */
export async function apiOrigins(distDir: string, request: FastifyRequest): Promise<string[]> {
  const addresses = await addressesIn(distDir);
  const { dev, live } = addresses;
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined ||
    request.headers['x-forwarded-proto'] !== undefined;
  const called = isForwarded
    ? [dev, live]
    : [addresses[environmentNameOf(request.host.toLowerCase())]];
  return [...new Set(called.flatMap(originOf))];
}

/** None for a relative address: that is our own origin. */
function originOf(address: unknown): string[] {
  if (typeof address !== 'string' || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

async function addressesIn(distDir: string): Promise<Addresses> {
  try {
    const parsed: unknown = JSON.parse(
      await readFile(join(distDir, '.api-addresses.json'), 'utf8'),
    );
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // An older build, or none: then there are only the origins that the operator names.
    return {};
  }
}
