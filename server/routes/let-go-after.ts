import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { letGo } from '../jobs/garbage.ts';

/** After the commit that let go of these: the call has succeeded whatever comes of it, and what stays a job takes away. */
export async function letGoAfter(
  context: AppContext,
  request: FastifyRequest,
  storageNames: readonly string[],
): Promise<void> {
  try {
    await letGo(context, storageNames);
  } catch (error) {
    context.log.failure(request.id, error);
  }
}
