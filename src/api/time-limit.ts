import { later } from '../timers.ts';
/** One signal for two reasons to stop. By hand: `AbortSignal.any` is missing in browsers that agents still have. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #callOff: () => void;
  #timedOut = false;

  /** `timeoutMs`: from now until the last byte of the answer. */
  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    this.#outer = outer;
    this.#callOff = later(timeoutMs, () => {
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

  /** Why a request that failed under this signal has failed. */
  get reason(): 'timeout' | 'aborted' | 'network' {
    if (this.#timedOut) return 'timeout';
    return this.#controller.signal.aborted ? 'aborted' : 'network';
  }

  end(): void {
    this.#callOff();
    this.#outer?.removeEventListener('abort', this.#stop);
  }
}
