import { later } from '../timers.ts';
/** An abort signal with a time limit. Not `AbortSignal.any`, which older browsers that agents use do not have. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #cancelTimer: () => void;
  #timedOut = false;

  /** `timeoutMs`: from now until the last byte of the answer. */
  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#cancelTimer = later(timeoutMs, () => {
      this.#timedOut = true;
      this.#controller.abort();
    });
    if (outer?.aborted) this.#controller.abort();
    outer?.addEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why a request with this signal failed. */
  get reason(): 'timeout' | 'aborted' | 'network' {
    if (this.#timedOut) return 'timeout';
    return this.#controller.signal.aborted ? 'aborted' : 'network';
  }

  end(): void {
    this.#cancelTimer();
    this.#outer?.removeEventListener('abort', this.#stop);
  }
}
