/** The server cannot start, and only a person can repair it. The message says what is wrong and how to repair it. */
export class OperatorError extends Error {}

/** The server can't start now, and by itself may later: what it needs does not answer. */
export class NotNow extends OperatorError {}
