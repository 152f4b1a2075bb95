/** What a step had of the link. */
type Share = Readonly<{
  /** How many files shared the link on average, since this one began or since this was asked last. */
  average: (ticks: number) => number;
  end: (ticks: number) => void;
}>;

/**
 * How many files share the link, over time. The number at a file's end is no measure of that: of three that end together the last one
 * would seem to have had the link for itself, and the link to be as slow as all three took.
 */
export class LinkShare {
  #files = 0;
  #at = 0;
  /** The time that passed, each moment divided by the number of files: what one file had of it. */
  #shared = 0;

  /**
   * A step begins; only those with a file count.
   *
   * @param ticks `clock.ticks()`, here and below
   */
  begin(ticks: number, bytes: number): Share {
    const files = bytes > 0 ? 1 : 0;
    let from = this.#sharedAt(ticks);
    let since = ticks;
    this.#files += files;
    return {
      average: (now) => {
        const shared = this.#sharedAt(now) - from;
        const passed = now - since;
        from += shared;
        since = now;
        return shared > 0 ? passed / shared : Math.max(1, this.#files);
      },
      end: (now) => {
        this.#sharedAt(now);
        this.#files -= files;
      },
    };
  }

  #sharedAt(ticks: number): number {
    this.#shared += (ticks - this.#at) / Math.max(1, this.#files);
    this.#at = ticks;
    return this.#shared;
  }
}
