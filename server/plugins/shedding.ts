import type { FastifyInstance } from 'fastify';
import { problem } from '../answers/problems.ts';
import { sendProblem } from '../answers/send-problem.ts';
import type { AppContext } from '../app-context.ts';
import { leaveUnread } from './unread.ts';

/** Long enough that those who wait do not all come back into the same jam. */
const PAUSE_SECONDS = 10;

/**
 * Puts calls off, before anything is done for them, while this process has more to do than it gets done: those under way end sooner,
 * and no phone waits for an answer that comes too late. Whether a balancer sends calls here does not change by it: another server
 * would get them on top of its own.
 */
export function addShedding(app: FastifyInstance, { pressure, limits }: AppContext): void {
  app.addHook('onRequest', async (request, reply) => {
    const { loopDelayMs, heapShare } = pressure();
    if (loopDelayMs <= limits.maxLoopDelayMs && heapShare <= limits.maxHeapShare) return undefined;
    leaveUnread(request);
    reply.header('retry-after', PAUSE_SECONDS);
    return sendProblem(request, reply, problem('overloaded'));
  });
}
