/**
 * A broken invariant. `invariant`: I1 … I10, S1 … S5 for secrets and keys, V1 … V6 for verdicts, P1 … P3 for limits of new forms, or
 * 'photos'. 'wire' or 'store': a broken promise of these ports. 'bug': an unexpected error.
 */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, text: string) {
    super(`${invariant}: ${text}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}
