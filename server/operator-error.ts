/** The server can't start, and only a person can mend it; the message says to that person what and how. */
export class OperatorError extends Error {}

/** The server can't start now, and by itself may later: what it needs does not answer. */
export class NotNow extends OperatorError {}
