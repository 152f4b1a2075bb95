/**
 * An invariant was broken. `invariant`: I1 … I10; 'wire' or 'store' for a promise of these ports; 'bug' for an unexpected error.
 */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, text: string) {
    super(`${invariant}: ${text}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}
