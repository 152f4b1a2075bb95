import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { deleteFreedFiles } from '../jobs/garbage.ts';
import { keyedHash, sha256 } from '../keys/key-ring.ts';
import type { Claim } from '../repository/repository-port.ts';

/**
 * Returns a keyed digest of a request: its method, its route and `content`. The key prevents guessing the content from
 * the digest.
 */
export function digestOf({ keys }: AppContext, request: FastifyRequest, content: unknown): string {
  const text = JSON.stringify([request.method, request.routeOptions.url, content]);
  return keyedHash(keys, sha256(text).toString('hex'));
}

export function claimOf(
  request: FastifyRequest,
  formId: string,
  requestHash: string,
): Claim | null {
  const once = request.idempotencyKey;
  return once.status === 'given'
    ? { deviceId: request.deviceId, key: once.key, formId, requestHash }
    : null;
}

/** Deletes files after the commit that freed them. If the deletion fails, the call still succeeds, and a job deletes the rest. */
export async function deleteAfterCommit(
  context: AppContext,
  request: FastifyRequest,
  storageNames: readonly string[],
): Promise<void> {
  try {
    await deleteFreedFiles(context, storageNames);
  } catch (error) {
    context.log.failure(request.id, error);
  }
}
