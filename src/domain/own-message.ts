import type { OwnReason } from './own-reason.ts';
import type { ServerMessage } from './submission-types.ts';

/** The message that stands in the place of a server's. */
export const ownMessage = (reason: OwnReason, httpStatus = 0): ServerMessage => ({
  heading: '',
  description: '',
  modelState: {},
  httpStatus,
  reason,
});
