import { describe, expect, it } from 'vitest';
import { needsPerson, pauseOf } from '../../src/domain/submission-state.ts';
import type { Hold } from '../../src/domain/submission-types.ts';

const hold = (reason: Hold['reason'], httpStatus: number | null): Hold => ({
  reason,
  since: 1,
  nextProbeAt: 2,
  httpStatus,
  tries: 0,
});

describe('a pause', () => {
  it.each([
    [401, 'unknownPhone'],
    [403, 'forbidden'],
  ] as const)('after %i reads as %s, and waits for a person', (httpStatus, pause) => {
    expect(needsPerson(hold('auth', httpStatus))).toBe(true);
    expect(pauseOf(hold('auth', httpStatus))).toBe(pause);
  });

  it.each(['version', 'portal', 'clock', 'busy', 'network', 'formNumber'] as const)(
    'is not a hold that ends by itself: %s',
    (reason) => {
      expect(needsPerson(hold(reason, 403))).toBe(false);
      expect(pauseOf(hold(reason, 403))).toBeNull();
    },
  );

  it('needs a hold', () => {
    expect(pauseOf(null)).toBeNull();
  });
});
