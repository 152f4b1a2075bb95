import type { Outcome } from '../../domain/outcome.ts';
import type { Submission } from '../../domain/submission-types.ts';
import type { ApiResult } from '../ports/ports.ts';

export type Again = Extract<Outcome<ApiResult>, { outcome: 'again' }>;
type Held = Extract<Outcome<ApiResult>, { outcome: 'held' }>;

/** What sending one step came to. The row itself is already on the disk. */
export type Delivery =
  | HeardDelivery
  /** Nothing was sent: the submission is being frozen, or is gone; look again later. */
  | Readonly<{ status: 'skipped' }>
  /** This drain is not the one any more, or was told to stop. */
  | Readonly<{ status: 'stopped' }>;

/** What the drain's throttle learns from. */
export type HeardDelivery =
  /** The backend spoke: done, or refused for a reason of this submission's own. */
  | Readonly<{ status: 'answered'; submission: Submission }>
  | Readonly<{ status: 'again'; submission: Submission; why: Again }>
  | Readonly<{ status: 'held'; submission: Submission; why: Held }>
  /** Nothing was sent: a file is lost, and a person must take it again. */
  | Readonly<{ status: 'fileLost'; submission: Submission }>
  /** Nothing was left to send. */
  | Readonly<{ status: 'completed'; submission: Submission }>
  /** Nothing was sent: the device says that it has no network, and nothing answered. */
  | Readonly<{ status: 'unreached' }>;

export const again = (backoff: Again['backoff'], stopsAll: Again['stopsAll']): Again => ({
  outcome: 'again',
  backoff,
  stopsAll,
  httpStatus: null,
  notBefore: null,
});
