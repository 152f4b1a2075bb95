import { describe, expect, it } from 'vitest';
import {
  coordinatesText,
  qualityText,
  replaces,
} from '../../../../src/features/capture/location/location-capture.tsx';
import {
  createLocationWatch,
  FIX_TIMEOUT_MS,
  SAME_VISIT_MS,
  SLOW_AFTER_MS,
} from '../../../../src/features/capture/location/location-watch.ts';

const fix = (accuracy: number, at = 1000, latitude = -26.2) => ({
  latitude,
  longitude: 28.04731,
  accuracy,
  at,
});

function setUp(permission = 'prompt', hasGeolocation = true) {
  let onFix: (accuracy: number) => void = () => {};
  let now = 0;
  let onError: (code: number) => void = () => {};
  let timer: { ms: number; callback: () => void } | null = null;
  const watching = new Set<number>();
  let started = 0;
  const watch = createLocationWatch({
    geolocation: hasGeolocation
      ? {
          watchPosition(success, failure) {
            started += 1;
            watching.add(started);
            onFix = (accuracy) => {
              const { latitude, longitude, at } = fix(accuracy);
              const coords = { latitude, longitude, accuracy } as GeolocationCoordinates;
              success({ coords, timestamp: at } as GeolocationPosition);
            };
            onError = (code) => failure?.({ code } as GeolocationPositionError);
            return started;
          },
          clearWatch: (number) => watching.delete(number),
        }
      : undefined,
    permission: async () => permission,
    now: () => now,
    after(ms, callback) {
      timer = { ms, callback };
      return () => {
        timer = null;
      };
    },
  });
  const leave = watch.subscribe(() => {});
  return {
    watch,
    leave,
    watching,
    started: () => started,
    found: (accuracy: number) => onFix(accuracy),
    pass: (ms: number) => {
      now += ms;
    },
    fails: (code: number) => onError(code),
    runOut: () => timer?.callback(),
    timer: () => timer?.ms,
  };
}

describe('the location', () => {
  it('is searched when the form opens only if the person gave permission before', async () => {
    const asked = setUp('prompt');
    await asked.watch.startIfAllowed();
    expect(asked.started()).toBe(0);
    const allowed = setUp('granted');
    await allowed.watch.startIfAllowed();
    expect(allowed.started()).toBe(1);
  });

  it('is the best fix so far', () => {
    const { watch, found } = setUp();
    watch.start();
    for (const accuracy of [900, 60, 300]) found(accuracy);
    expect(watch.snapshot()).toMatchObject({ status: 'found', best: { accuracy: 60 } });
  });

  it('is never one of an earlier place: a newer fix replaces it after five minutes', () => {
    const { watch, found, pass } = setUp();
    watch.start();
    found(25);
    pass(SAME_VISIT_MS - 1);
    found(30);
    expect([watch.snapshot().best?.accuracy, watch.isOld()]).toEqual([25, false]);
    pass(3 * 3_600_000);
    expect(watch.isOld()).toBe(true);
    found(30);
    expect([watch.snapshot().best?.accuracy, watch.isOld()]).toEqual([30, false]);
  });

  it('is searched again when the person comes to sign hours later', async () => {
    const { watch, found, pass, started } = setUp('granted');
    await watch.startIfAllowed();
    found(12);
    await watch.startIfAllowed();
    expect(started()).toBe(1);
    pass(3 * 3_600_000);
    await watch.startIfAllowed();
    expect([started(), watch.snapshot().best]).toEqual([2, null]);
  });

  it('stops when it is accurate enough, and when no component listens', () => {
    const one = setUp();
    one.watch.start();
    one.found(12);
    expect(one.watching.size).toBe(0);
    const two = setUp();
    two.watch.start();
    two.leave();
    expect(two.watching.size).toBe(0);
    expect(two.watch.snapshot()).toMatchObject({ status: 'idle', best: null });
  });

  it('reports why there is none: denied, unavailable, timeout, no such device', () => {
    const denied = setUp();
    denied.watch.start();
    denied.fails(1);
    expect(denied.watch.snapshot().reason).toBe('denied');
    expect(denied.watching.size).toBe(0);
    const unavailable = setUp();
    unavailable.watch.start();
    unavailable.fails(2);
    expect(unavailable.watch.snapshot().reason).toBe('unavailable');
    const late = setUp();
    late.watch.start();
    expect(late.timer()).toBe(SLOW_AFTER_MS);
    late.runOut();
    expect(late.watch.snapshot()).toMatchObject({ status: 'searching', isSlow: true });
    expect(late.timer()).toBe(FIX_TIMEOUT_MS - SLOW_AFTER_MS);
    late.runOut();
    expect(late.watch.snapshot().reason).toBe('timeout');
    const without = setUp('granted', false);
    without.watch.start();
    expect(without.watch.snapshot().reason).toBe('unsupported');
  });

  it('is used even if it arrives after the timeout', () => {
    const { watch, found, runOut } = setUp();
    watch.start();
    runOut();
    runOut();
    found(40);
    expect(watch.snapshot()).toMatchObject({ status: 'found', reason: null });
  });

  it('stays after a temporary error', () => {
    const { watch, found, fails } = setUp();
    watch.start();
    found(40);
    fails(3);
    expect(watch.snapshot()).toMatchObject({ status: 'found', reason: null });
  });
});

describe('the texts of a location', () => {
  it('have coordinates, accuracy and age', () => {
    expect(coordinatesText(fix(12))).toBe('-26.20000, 28.04731');
    expect(qualityText(fix(12.4, 0), 20_000)).toBe('Location found, to 12 m');
    expect(qualityText(fix(0, 0), 60_000)).toBe('Location found 1 minute ago, to 1 m');
    expect(qualityText(fix(12, 0), 3 * 3_600_000)).toBe('Location found 3 hours ago, to 12 m');
  });

  it('show a better fix of the same visit, and never one of another day', () => {
    expect(replaces(fix(50), null, 'nothing')).toBe(true);
    expect(replaces(fix(50, 2000), fix(80, 1000), 'nothing')).toBe(true);
    expect(replaces(fix(90, 2000), fix(80, 1000), 'nothing')).toBe(false);
    expect(replaces(fix(5, 86_400_000), fix(80, 1000), 'nothing')).toBe(false);
  });

  it('show a new fix after the person asked for the current place', () => {
    expect(replaces(fix(90, 2000), fix(80, 1000), 'anew')).toBe(true);
  });

  it('replace an inaccurate fix of the same visit only by a better one', () => {
    expect(replaces(fix(5000, 2000), fix(3200, 1000), 'better')).toBe(false);
    expect(replaces(fix(60, 2000), fix(3200, 1000), 'better')).toBe(true);
    expect(replaces(fix(5000, 86_400_000), fix(3200, 1000), 'better')).toBe(true);
  });
});
