import type { LastAnswer } from '../../store/last-answer.ts';

/** The header by which a backend says how its log calls this answer. */
const REQUEST_ID_HEADER = 'X-Request-Id';

/** Longer ones are no id that a person could pass on. */
const MAX_ID_LENGTH = 100;

/** The end of the path: which call it was. Never the query, which has values. */
const callOf = (address: string): string =>
  new URL(address, 'https://any.example').pathname.split('/').at(-1) ?? '';

/**
 * A fetch that keeps what was answered last, for whoever asks for help: every failure, and a success only where it ends failures
 * or is the first, so that a long outbox is not slowed by writes that say nothing new. No answer is kept for itself: calls do not
 * wait for it, and do not fail with it.
 */
export function hearAnswers(
  call: typeof fetch,
  now: () => number,
  keep: (answer: LastAnswer) => Promise<void>,
): typeof fetch {
  let isFine = false;
  return async (input, init) => {
    const response = await call(input, init);
    const { status, ok, headers } = response;
    if (!ok || !isFine)
      void keep({
        at: now(),
        call: callOf(String(input instanceof Request ? input.url : input)),
        httpStatus: status,
        requestId: (headers.get(REQUEST_ID_HEADER) ?? '').slice(0, MAX_ID_LENGTH),
      }).catch(() => undefined);
    isFine = ok;
    return response;
  };
}
