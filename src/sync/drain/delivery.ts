import type { Outcome } from '../../domain/outcome.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { ApiResult } from '../ports/ports.ts';

export type Retry = Extract<Outcome<ApiResult>, { outcome: 'retry' }>;
type Held = Extract<Outcome<ApiResult>, { outcome: 'held' }>;

/** The result of sending one step. `submission`: the row as it was written. */
export type Delivery =
  | ThrottleInput
  /** Nothing was sent: the submission is being submitted, or was changed or deleted meanwhile. Read it again later. */
  | Readonly<{ status: 'skipped' }>
  /** Nothing was sent, and no try is counted: it can be opened only once its agent unlocks. */
  | Readonly<{ status: 'locked'; submission: Submission }>
  /** This drain has lost its lease, or was asked to stop. */
  | Readonly<{ status: 'stopped' }>;

/** The results that go to the drain's throttle. */
export type ThrottleInput =
  /** The backend answered: the step is done, or refused for a reason that concerns this submission only. */
  | Readonly<{ status: 'answered'; submission: Submission }>
  /** The step is sent again later. */
  | Readonly<{ status: 'retry'; submission: Submission; outcome: Retry }>
  /** The whole outbox waits. */
  | Readonly<{ status: 'held'; submission: Submission; outcome: Held }>
  /** Nothing was sent: a file is lost and the person must add it again. */
  | Readonly<{ status: 'fileLost'; submission: Submission }>
  /** Nothing was left to send: every step was confirmed already. */
  | Readonly<{ status: 'allConfirmed'; submission: Submission }>
  /** Nothing was sent: the device says that it is offline, and a harmless call to the server got no answer. */
  | Readonly<{ status: 'unreached' }>;

export const retry = (backoff: Retry['backoff'], stopsAll: Retry['stopsAll']): Retry => ({
  outcome: 'retry',
  backoff,
  stopsAll,
  httpStatus: null,
  notBefore: null,
});
