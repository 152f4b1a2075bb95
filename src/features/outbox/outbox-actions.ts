import type { SubmissionId } from '../../domain/ids.ts';

/** What the outbox's screens ask of the rooms that send; the route hands them in. */
export type OutboxActions = Readonly<{
  /** Asks for a drain at once and starts every wait anew; of all, or of one. */
  sendNow: (id?: SubmissionId) => Promise<void>;
  /** False: one of its calls was sent meanwhile, so it stays what it is. */
  backToDraft: (id: SubmissionId) => Promise<boolean>;
  /** Deletes every trace, the second copy too. False: a call of it is under way, or it is being submitted. */
  remove: (id: SubmissionId) => Promise<boolean>;
}>;
