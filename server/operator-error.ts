/** The server cannot start, and only a person can repair it. The message says what is wrong and how to repair it. */
export class OperatorError extends Error {}

/** The server can't start now because a service that it needs does not answer. A later start may succeed. */
export class NotNow extends OperatorError {}
