import { afterEach, describe, expect, it, vi } from 'vitest';
import { buzz } from '../../../src/ui/overlays/haptics.ts';

function phone({ hasBeenActive = true, hidden = false, matches = false } = {}) {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive } });
  vi.stubGlobal('document', { hidden });
  vi.stubGlobal('matchMedia', () => ({ matches }));
  return vibrate;
}

afterEach(() => vi.unstubAllGlobals());

describe('the vibration', () => {
  it('is one short buzz after Submit, and two for what is sent', () => {
    const vibrate = phone();
    buzz('done');
    buzz('sent');
    expect(vibrate.mock.calls).toEqual([[[15]], [[10, 40, 10]]]);
  });

  it.each([{ hasBeenActive: false }, { hidden: true }, { matches: true }])(
    'is left out without a touch, on a hidden page, and with reduced motion: %o',
    (state) => {
      const vibrate = phone(state);
      buzz('done');
      expect(vibrate).not.toHaveBeenCalled();
    },
  );

  it('is left out on a phone that has none', () => {
    vi.stubGlobal('navigator', {});
    expect(() => buzz('done')).not.toThrow();
  });
});
