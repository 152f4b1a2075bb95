import { type InfoOutcome, type InfoPorts, requestInfo } from './form-id-pool.ts';

/**
 * Fetches a fresh anti-forgery cookie for the calls of a drain: one request for all calls that need one at the same time. If
 * each made its own, one call's cookie would be replaced by another's between reading it and sending the header.
 */
export class FreshToken {
  readonly #ports: InfoPorts;
  readonly #signal: AbortSignal;
  #pending: Promise<InfoOutcome> | null = null;
  #generation = 0;

  constructor(ports: InfoPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
  }

  /** Counts the cookies fetched. A call remembers it at its start, to know whether a newer cookie has come since. */
  get generation(): number {
    return this.#generation;
  }

  /** Resolves with 'added' or 'known' once there is a cookie newer than `generation`, else with the reason why not. */
  async newerThan(generation: number): Promise<InfoOutcome> {
    if (generation !== this.#generation) return 'known';
    this.#pending ??= this.#fetch();
    return this.#pending;
  }

  async #fetch(): Promise<InfoOutcome> {
    try {
      const outcome = await requestInfo(this.#ports, this.#signal);
      if (outcome === 'added' || outcome === 'known') this.#generation += 1;
      return outcome;
    } finally {
      this.#pending = null;
    }
  }
}
