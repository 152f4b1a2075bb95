import type { Answer, GenericResult } from '../domain/answer.ts';
import { ApiException } from './api-exception.ts';

/** Runs a call and returns an `ApiException` as the answer `unexpected`, for callers that handle all answers alike. */
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
