import { beforeEach, describe, expect, it } from 'vitest';
import {
  CHOOSER_MS,
  inactivityLimits,
  inactivityReason,
  type Presence,
  type SharedPresence,
  watchPresence,
} from '../../../src/features/lock/presence-watch.ts';
import { FakePage, FakeTimers } from '../../worker/fakes.ts';

describe('an absent agent', () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 5, 1, 8);
  const limits = inactivityLimits(5);

  const there: Presence = { hiddenAt: null, inSightAt: START, touchedAt: START, chooserAt: null };
  const why = (presence: Partial<Presence>, afterMs: number, of = limits) =>
    inactivityReason({ ...there, ...presence }, of, START + afterMs);

  describe('a visible page', () => {
    it('stays unlocked until nobody has touched it for the chosen time', () => {
      expect(why({}, 5 * MINUTE - 1)).toBeNull();
      expect(why({}, 5 * MINUTE)).toBe('idle');
      expect(why({}, MINUTE, inactivityLimits(1))).toBe('idle');
      expect(why({}, 14 * MINUTE, inactivityLimits(15))).toBeNull();
    });

    it('stays unlocked while another tab is touched', () => {
      expect(why({ touchedAt: START + 4 * MINUTE }, 8 * MINUTE)).toBeNull();
    });

    it('locks if the clock was set back by that time', () => {
      expect(why({}, -5 * MINUTE)).toBe('idle');
      expect(why({}, -2_000)).toBeNull();
    });
  });

  describe('a hidden page', () => {
    it('locks after two minutes, or earlier if a shorter time was chosen', () => {
      expect(why({ hiddenAt: START }, 2 * MINUTE - 1)).toBeNull();
      expect(why({ hiddenAt: START }, 2 * MINUTE)).toBe('hidden');
      expect(why({ hiddenAt: START }, MINUTE, inactivityLimits(1))).toBe('hidden');
      expect(why({ hiddenAt: START }, 2 * MINUTE, inactivityLimits(15))).toBe('hidden');
    });

    it('stays unlocked while another tab is visible', () => {
      const inSightAt = START + 3 * MINUTE;
      expect(why({ hiddenAt: START, inSightAt, touchedAt: START }, 4 * MINUTE)).toBeNull();
    });
  });

  describe('a file chooser or a camera', () => {
    const taken = { hiddenAt: START + 1_000, chooserAt: START };

    it('may be open for three minutes without a lock', () => {
      expect(why(taken, 2.5 * MINUTE)).toBeNull();
      expect(why(taken, CHOOSER_MS + 2 * MINUTE - 1)).toBeNull();
    });

    it('counts after that time', () => {
      expect(why(taken, CHOOSER_MS + 2 * MINUTE)).toBe('hidden');
      expect(why({ chooserAt: START }, CHOOSER_MS + 5 * MINUTE)).toBe('idle');
    });

    it('does not count if it opens in the future', () => {
      expect(why({ chooserAt: START + 60 * MINUTE, hiddenAt: START }, 2 * MINUTE)).toBe('hidden');
    });
  });
});

describe('the presence watch', () => {
  const MINUTE = 60_000;

  let page: FakePage;
  let timers: FakeTimers;
  let shared: SharedPresence | null;
  let isInput: boolean;
  let isCovered: boolean;
  let away: string[];
  let stop: () => void;

  beforeEach(() => {
    page = new FakePage();
    timers = new FakeTimers();
    timers.now = Date.UTC(2026, 5, 1, 8);
    shared = null;
    isInput = false;
    isCovered = false;
    away = [];
    stop = watchPresence(
      {
        page,
        isFileInput: () => isInput,
        now: () => timers.now,
        every: timers.every,
        shared: {
          read: () => shared,
          write: (seen) => {
            shared = seen;
          },
        },
        hideContent: (covered) => {
          isCovered = covered;
        },
        onAway: (why) => {
          away.push(why);
          stop();
        },
      },
      () => inactivityLimits(5),
    );
  });

  describe('a page in use', () => {
    it.each(['pointerdown', 'keydown', 'wheel'])('stays unlocked after each %s', (touch) => {
      for (let minute = 0; minute < 20; minute += 1) {
        timers.pass(MINUTE);
        page.emit(touch);
      }
      expect(away).toEqual([]);
      timers.pass(5 * MINUTE + 5_000);
      expect(away).toEqual(['idle']);
    });

    it('is not unlocked by the first touch after a sleep without timers', () => {
      timers.now += 6 * MINUTE;
      page.emit('pointerdown');
      expect(away).toEqual(['idle']);
    });
  });

  describe('a time that a tab stored while the clock was a day ahead', () => {
    const DAY = 24 * 60 * MINUTE;

    beforeEach(() => {
      shared = { inSightAt: timers.now + DAY, touchedAt: timers.now + DAY };
    });

    it('locks no page, and is overwritten', () => {
      timers.pass(5_000);
      expect(away).toEqual([]);
      expect(shared).toEqual({ inSightAt: timers.now, touchedAt: timers.now - 5_000 });
    });

    it('does not keep an untouched or hidden page unlocked', () => {
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });

    it('counts if it is at most a few seconds ahead', () => {
      shared = { inSightAt: timers.now + 4_000, touchedAt: timers.now + 4_000 };
      timers.pass(5 * MINUTE);
      expect(away).toEqual([]);
      timers.pass(5_000);
      expect(away).toEqual(['idle']);
    });
  });

  describe('a page that becomes hidden', () => {
    it('is covered at once, and shown again if it may stay unlocked', () => {
      page.become('hidden');
      expect(isCovered).toBe(true);
      timers.now += 2 * MINUTE - 1;
      page.become('visible');
      expect(isCovered).toBe(false);
      expect(away).toEqual([]);
    });

    it('locks if it is shown too late, although it slept, and is not left covered', () => {
      page.become('hidden');
      timers.now += 2 * MINUTE;
      page.become('visible');
      expect(away).toEqual(['hidden']);
      expect(isCovered).toBe(false);
    });

    it('locks while it is hidden, if its timers run', () => {
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });

    it('does not lock while another tab is visible', () => {
      page.become('hidden');
      for (let minute = 0; minute < 10; minute += 1) {
        shared = { inSightAt: timers.now, touchedAt: timers.now };
        timers.pass(MINUTE);
      }
      page.become('visible');
      expect(away).toEqual([]);
    });
  });

  describe('a photo', () => {
    it('of two and a half minutes does not lock', () => {
      isInput = true;
      page.emit('click');
      page.become('hidden');
      timers.pass(2.5 * MINUTE);
      page.become('visible');
      page.emit('change');
      expect(away).toEqual([]);
    });

    it('excuses no absence after it was taken or cancelled', () => {
      isInput = true;
      page.emit('click');
      page.emit('cancel');
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });
  });

  it('the watch is removed at the end', () => {
    page.become('hidden');
    stop();
    expect(isCovered).toBe(false);
    timers.pass(60 * MINUTE);
    page.become('visible');
    expect(away).toEqual([]);
  });
});
