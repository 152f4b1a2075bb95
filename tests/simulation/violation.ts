/** Something that must never happen did. `invariant`: I1 … I10; 'wire', 'store': a promise of these broken; 'bug': an error nobody expected. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, text: string) {
    super(`${invariant}: ${text}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}
