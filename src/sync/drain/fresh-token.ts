import type { SyncPorts } from '../ports/ports.ts';
import { askInfo, type InfoAsked } from './form-id-pool.ts';

/**
 * Fetches a fresh anti-forgery cookie for the lanes of a drain, one for all that need it at the same time: where each
 * asked for its own, one lane's cookie would replace another's between its reading and its sending.
 */
export class FreshToken {
  readonly #ports: SyncPorts;
  readonly #signal: AbortSignal;
  #asking: Promise<InfoAsked> | null = null;
  #fetched = 0;

  constructor(ports: SyncPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** To be kept from a call's start: says whether a cookie came since. */
  get mark(): number {
    return this.#fetched;
  }

  /** Resolves when there is a cookie that is younger than `mark`, or with why there is none. */
  async since(mark: number): Promise<InfoAsked> {
    if (mark !== this.#fetched) return 'kept';
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<InfoAsked> {
    try {
      const asked = await askInfo(this.#ports, this.#signal);
      if (asked === 'kept' || asked === 'known') this.#fetched += 1;
      return asked;
    } finally {
      this.#asking = null;
    }
  }
}
