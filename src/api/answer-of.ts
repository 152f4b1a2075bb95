import type { Answer, GenericResult } from '../domain/answer.ts';
import { ApiException } from './api-exception.ts';

/** For callers that judge every ending alike: the exception becomes the `unexpected` answer. */
export async function answerOf<R extends GenericResult>(
  call: () => Promise<Answer<R>>,
): Promise<Answer<R>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiException)) throw error;
    return {
      status: 'unexpected',
      httpStatus: error.status,
      response: error.response,
      headers: error.headers,
    };
  }
}
