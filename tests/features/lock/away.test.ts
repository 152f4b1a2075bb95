import { describe, expect, it } from 'vitest';
import {
  awayLimits,
  CHOOSER_MS,
  type Presence,
  whyAway,
} from '../../../src/features/lock/presence-watch.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 5, 1, 8);
const limits = awayLimits(5);

const there: Presence = { hiddenAt: null, inSightAt: START, touchedAt: START, chooserAt: null };
const why = (presence: Partial<Presence>, afterMs: number, of = limits) =>
  whyAway({ ...there, ...presence }, of, START + afterMs);

describe('a page in sight', () => {
  it('stays open until nobody has touched it for the chosen time', () => {
    expect(why({}, 5 * MINUTE - 1)).toBeNull();
    expect(why({}, 5 * MINUTE)).toBe('idle');
    expect(why({}, MINUTE, awayLimits(1))).toBe('idle');
    expect(why({}, 14 * MINUTE, awayLimits(15))).toBeNull();
  });

  it('stays open while another tab is touched', () => {
    expect(why({ touchedAt: START + 4 * MINUTE }, 8 * MINUTE)).toBeNull();
  });

  it('is locked by a clock that was set back as far as that', () => {
    expect(why({}, -5 * MINUTE)).toBe('idle');
    expect(why({}, -2_000)).toBeNull();
  });
});

describe('a page out of sight', () => {
  it('is locked after two minutes, and after less where less was chosen', () => {
    expect(why({ hiddenAt: START }, 2 * MINUTE - 1)).toBeNull();
    expect(why({ hiddenAt: START }, 2 * MINUTE)).toBe('hidden');
    expect(why({ hiddenAt: START }, MINUTE, awayLimits(1))).toBe('hidden');
    expect(why({ hiddenAt: START }, 2 * MINUTE, awayLimits(15))).toBe('hidden');
  });

  it('stays open while another tab is in sight', () => {
    const inSightAt = START + 3 * MINUTE;
    expect(why({ hiddenAt: START, inSightAt, touchedAt: START }, 4 * MINUTE)).toBeNull();
  });
});

describe('a file chooser or a camera', () => {
  const taken = { hiddenAt: START + 1_000, chooserAt: START };

  it('takes no time of those three minutes', () => {
    expect(why(taken, 2.5 * MINUTE)).toBeNull();
    expect(why(taken, CHOOSER_MS + 2 * MINUTE - 1)).toBeNull();
  });

  it('counts from then on', () => {
    expect(why(taken, CHOOSER_MS + 2 * MINUTE)).toBe('hidden');
    expect(why({ chooserAt: START }, CHOOSER_MS + 5 * MINUTE)).toBe('idle');
  });

  it('that the clock says is still to be opened does not count', () => {
    expect(why({ chooserAt: START + 60 * MINUTE, hiddenAt: START }, 2 * MINUTE)).toBe('hidden');
  });
});
