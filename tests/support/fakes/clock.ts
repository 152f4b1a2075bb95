import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../src/sync/ports/ports.ts';

interface Timer {
  at: number;
  ring: () => void;
}

/** A virtual clock. Its time passes only while a test waits for something, and then at once. */
export class VirtualClock implements Clock {
  #ticks = 0;
  #offset: number;
  #timers: Timer[] = [];
  /** The length of every sleep, ms. */
  readonly slept: number[] = [];

  constructor(start = Date.UTC(2026, 5, 1, 8)) {
    this.#offset = start;
  }

  readonly now = (): number => this.#offset + this.#ticks;
  readonly ticks = (): number => this.#ticks;

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      this.slept.push(ms);
      const timer: Timer = { at: this.#ticks + Math.max(0, ms), ring: resolve };
      this.#timers.push(timer);
      signal.addEventListener('abort', () => {
        this.#timers = this.#timers.filter((each) => each !== timer);
        resolve();
      });
    });

  /** The wall clock jumps; the ticks do not. */
  jump(ms: number): void {
    this.#offset += ms;
  }

  pass(ms: number): void {
    this.#ticks += ms;
  }

  /** Lets virtual time pass until the promise is settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = promise.finally(() => {
      settled = true;
    });
    done.catch(() => {});
    for (;;) {
      for (let turn = 0; turn < 12 && !settled; turn += 1) await setImmediate();
      if (settled) return await done;
      const [next] = this.#timers.sort((one, other) => one.at - other.at);
      if (next === undefined) continue;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#ticks = Math.max(this.#ticks, next.at);
      next.ring();
    }
  }
}

/** A rest that takes no time. For work that lets the page rest between its parts, in tests without a page. */
export const noRest = async (): Promise<void> => undefined;
