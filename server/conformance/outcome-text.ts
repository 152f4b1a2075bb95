import type { GenericResult } from '../../src/domain/answer.ts';
import type { Outcome } from '../../src/domain/outcome.ts';

/** What an answer meant to the app, in a few words for the report. */
export function outcomeText(outcome: Outcome<GenericResult>): string {
  switch (outcome.outcome) {
    case 'confirmed':
      return 'it was taken';
    case 'rejected': {
      const { httpStatus, heading, description, modelState } = outcome.message;
      const words = [heading, description, Object.keys(modelState).join(', ')].filter(Boolean);
      return `refused (${httpStatus}): ${words.join(' · ')}`;
    }
    case 'retryFresh':
      return `refused (${outcome.httpStatus}), as without an anti-forgery token`;
    case 'held':
      return `${outcome.httpStatus}, which pauses the whole outbox`;
    case 'retry':
      return outcome.httpStatus === null
        ? 'no answer'
        : `${outcome.httpStatus}, which is no answer of the contract; the app tries again`;
    case 'stopped':
      return 'cut by the kit itself';
  }
}
