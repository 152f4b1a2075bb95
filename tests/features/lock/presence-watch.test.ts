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

describe('an agent who is away', () => {
  const MINUTE = 60_000;
  const START = Date.UTC(2026, 5, 1, 8);
  const limits = inactivityLimits(5);

  const there: Presence = { hiddenAt: null, inSightAt: START, touchedAt: START, chooserAt: null };
  const why = (presence: Partial<Presence>, afterMs: number, of = limits) =>
    inactivityReason({ ...there, ...presence }, of, START + afterMs);

  describe('a page in sight', () => {
    it('stays open until nobody has touched it for the chosen time', () => {
      expect(why({}, 5 * MINUTE - 1)).toBeNull();
      expect(why({}, 5 * MINUTE)).toBe('idle');
      expect(why({}, MINUTE, inactivityLimits(1))).toBe('idle');
      expect(why({}, 14 * MINUTE, inactivityLimits(15))).toBeNull();
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
      expect(why({ hiddenAt: START }, MINUTE, inactivityLimits(1))).toBe('hidden');
      expect(why({ hiddenAt: START }, 2 * MINUTE, inactivityLimits(15))).toBe('hidden');
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
});

describe('the watch for presence', () => {
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

  describe('a page that somebody uses', () => {
    it.each(['pointerdown', 'keydown', 'wheel'])('goes on at each %s', (touch) => {
      for (let minute = 0; minute < 20; minute += 1) {
        timers.pass(MINUTE);
        page.emit(touch);
      }
      expect(away).toEqual([]);
      timers.pass(5 * MINUTE + 5_000);
      expect(away).toEqual(['idle']);
    });

    it('is not kept open by the first touch after a sleep in which no timer rang', () => {
      timers.now += 6 * MINUTE;
      page.emit('pointerdown');
      expect(away).toEqual(['idle']);
    });
  });

  describe('a time that a tab wrote while the clock was a day ahead', () => {
    const DAY = 24 * 60 * MINUTE;

    beforeEach(() => {
      shared = { inSightAt: timers.now + DAY, touchedAt: timers.now + DAY };
    });

    it('locks no page, and is written over', () => {
      timers.pass(5_000);
      expect(away).toEqual([]);
      expect(shared).toEqual({ inSightAt: timers.now, touchedAt: timers.now - 5_000 });
    });

    it('keeps no page open that nobody touches, nor one out of sight', () => {
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });

    it('is another tab’s as long as it is a few seconds ahead at most', () => {
      shared = { inSightAt: timers.now + 4_000, touchedAt: timers.now + 4_000 };
      timers.pass(5 * MINUTE);
      expect(away).toEqual([]);
      timers.pass(5_000);
      expect(away).toEqual(['idle']);
    });
  });

  describe('a page that goes out of sight', () => {
    it('is covered at once, and shown again where it may stay open', () => {
      page.become('hidden');
      expect(isCovered).toBe(true);
      timers.now += 2 * MINUTE - 1;
      page.become('visible');
      expect(isCovered).toBe(false);
      expect(away).toEqual([]);
    });

    it('is locked when it comes back too late, though it slept, and is not left covered', () => {
      page.become('hidden');
      timers.now += 2 * MINUTE;
      page.become('visible');
      expect(away).toEqual(['hidden']);
      expect(isCovered).toBe(false);
    });

    it('is locked while it is away, where it goes on', () => {
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });

    it('is locked by nobody while another tab is in sight', () => {
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
    it('of two and a half minutes locks nothing', () => {
      isInput = true;
      page.emit('click');
      page.become('hidden');
      timers.pass(2.5 * MINUTE);
      page.become('visible');
      page.emit('change');
      expect(away).toEqual([]);
    });

    it('that was taken or called off excuses no absence after it', () => {
      isInput = true;
      page.emit('click');
      page.emit('cancel');
      page.become('hidden');
      timers.pass(2 * MINUTE + 5_000);
      expect(away).toEqual(['hidden']);
    });
  });

  it('what was watched is forgotten at the end', () => {
    page.become('hidden');
    stop();
    expect(isCovered).toBe(false);
    timers.pass(60 * MINUTE);
    page.become('visible');
    expect(away).toEqual([]);
  });
});
