/** Thrown where a check cannot be made, as the call before it got no answer that it could go on from. */
export class CannotCheck extends Error {}
