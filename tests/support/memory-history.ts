interface Entry {
  state: unknown;
}

/** A tab's history: its entries, and steps through them that take a moment, as a browser's do. */
export class MemoryHistory {
  entries: Entry[] = [{ state: null }];
  index = 0;
  #listeners = new Set<() => void>();

  readonly addEventListener = (_: 'popstate', listener: () => void): void => {
    this.#listeners.add(listener);
  };

  readonly removeEventListener = (_: 'popstate', listener: () => void): void => {
    this.#listeners.delete(listener);
  };

  readonly history = this;

  get state(): unknown {
    return this.entries[this.index]?.state;
  }

  readonly pushUnheard = (state: unknown): void => this.pushState(state);

  pushState(state: unknown): void {
    this.entries = [...this.entries.slice(0, this.index + 1), { state: structuredClone(state) }];
    this.index += 1;
  }

  replaceState(state: unknown): void {
    this.entries[this.index] = { state: structuredClone(state) };
  }

  go(by = 0): void {
    setTimeout(() => {
      const target = this.index + by;
      if (by === 0 || target < 0 || target >= this.entries.length) return;
      this.index = target;
      for (const listener of this.#listeners) listener();
    });
  }
}
