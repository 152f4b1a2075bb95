import type { SyncPorts } from '../ports/ports.ts';
import { askInfo, type InfoAsked } from './form-id-pool.ts';

/**
 * Fetches a fresh anti-forgery cookie for the calls of a drain, one for all that need it at the same time: where each
 * asked for its own, one call's cookie would replace another's between its reading and its sending.
 */
export class FreshToken {
  readonly #ports: SyncPorts;
  readonly #signal: AbortSignal;
  #asking: Promise<InfoAsked> | null = null;
  #generation = 0;

  constructor(ports: SyncPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** To be kept from a call's start: says whether a cookie came since. */
  get generation(): number {
    return this.#generation;
  }

  /** Resolves when there is a cookie that is younger than `generation`, or with why there is none. */
  async since(generation: number): Promise<InfoAsked> {
    if (generation !== this.#generation) return 'kept';
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<InfoAsked> {
    try {
      const asked = await askInfo(this.#ports, this.#signal);
      if (asked === 'kept' || asked === 'known') this.#generation += 1;
      return asked;
    } finally {
      this.#asking = null;
    }
  }
}
