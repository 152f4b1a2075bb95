/** An event target whose events the test sends. */
export class FakeTarget extends EventTarget {
  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }
}

export class FakePage extends FakeTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  become(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.emit('visibilitychange');
  }
}

/** Timers on a clock that the test moves. */
export class FakeTimers {
  readonly #tasks = new Set<{ at: number; every: number | null; task: () => void }>();
  now = 0;

  readonly every = (ms: number, task: () => void): (() => void) => this.#add(ms, ms, task);
  readonly later = (ms: number, task: () => void): (() => void) => this.#add(ms, null, task);
  readonly delay = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.later(ms, resolve);
    });

  #add(ms: number, every: number | null, task: () => void): () => void {
    const entry = { at: this.now + ms, every, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#tasks].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.now = due.at;
      if (due.every === null) this.#tasks.delete(due);
      else due.at += due.every;
      due.task();
    }
    this.now = end;
  }
}

/** Lets pending promise callbacks run. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
