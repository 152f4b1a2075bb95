/** Counts how often each fault happened, over all seeds that share the tally. */
export class Tally {
  readonly counts = new Map<string, number>();

  count(fault: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
