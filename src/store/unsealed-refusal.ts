import type { SubmissionEvent } from '../domain/submission-events.ts';

/**
 * Of a refusal that nobody can seal, as its agent locked before the answer came: that it is one. A server's words may name a customer;
 * they come again with the next try. What this device says itself stays.
 */
export const withoutWords = (event: SubmissionEvent): SubmissionEvent =>
  event.event === 'rejected' && event.message.reason === undefined
    ? { ...event, message: { ...event.message, heading: '', description: '', modelState: {} } }
    : event;
