/** The server cannot start, and only a person can repair it. The message describes the fault and its repair. */
export class OperatorError extends Error {}

/** The server can't start now because a service that it needs does not answer. A later start may succeed. */
export class TemporaryError extends OperatorError {}
