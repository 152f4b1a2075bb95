import { limitsIn } from '../../src/api/contract.ts';
import type { Announcement } from '../../src/domain/announced.ts';
import { pick, seededRandom } from '../support/fakes/seeded-random.ts';

const hostile = [0, -1, 1, 1e9, 1.5, '5', null, Number.NaN, 25, 48];
const odd = [null, 7, 'none', [], {}, { maxUnsent: 0 }, { version: 'x'.repeat(99) }];
const states = ['ok', 'ok', 'revoked', 'revoked', 'on fire', null];

/** A server's limits for new forms. The server gives, changes and withdraws them, and some are hostile or invalid. */
export class Policies {
  readonly #random: () => number;
  readonly #isUsed: boolean;
  #limits: ReturnType<typeof limitsIn> = {};
  /** The server said `revoked` at least once. */
  wasRevoked = false;

  constructor(seed: number) {
    this.#random = seededRandom(Math.imul(seed, 0x51ed270b) ^ 0x6c8e9cf5);
    this.#isUsed = this.#random() < 0.6;
    this.#draw();
  }

  change(): void {
    if (this.#random() < 0.5) this.#draw();
  }

  #draw(): void {
    const random = this.#random;
    if (!this.#isUsed) return;
    const limits = {
      version: '1',
      maxUnsent: pick(hostile, random),
      maxAgeHours: pick(hostile, random),
      minimumVersion: pick(['0.0.1', '99.0.0', 'newest', null], random),
    };
    const state = pick(states, random);
    this.#limits = limitsIn({
      policy: random() < 0.25 ? pick(odd, random) : limits,
      device: random() < 0.2 ? pick(odd, random) : { state },
    });
    if (this.#limits.isRevoked) this.wasRevoked = true;
  }

  announced(): Omit<Announcement, 'accepts'> {
    return this.#limits;
  }
}
