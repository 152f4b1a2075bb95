import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReadiness } from '../../../server/ops/serve.ts';

let at: number;
let probed: number;
let stopping: AbortController;
beforeEach(() => {
  at = 1_000_000;
  probed = 0;
  stopping = new AbortController();
});
const readiness = (probe: () => Promise<void>) =>
  createReadiness(
    () => {
      probed += 1;
      return probe();
    },
    () => at,
    stopping.signal,
  );

describe('the readiness of a server', () => {
  it('is the database’s, checked every two seconds at most', async () => {
    let isBlocked = false;
    const isReady = readiness(async () => {
      if (isBlocked) throw new Error('away');
    });
    expect([await isReady(), await isReady(), probed]).toEqual([true, true, 1]);
    isBlocked = true;
    at += 1999;
    expect([await isReady(), probed]).toEqual([true, 1]);
    at += 1;
    expect([await isReady(), probed]).toEqual([false, 2]);
    isBlocked = false;
    at += 2000;
    expect(await isReady()).toBe(true);
  });

  it('is false if the database takes more than a second', async () => {
    const isReady = readiness(() => wait(60_000, undefined, { ref: false }));
    expect(await isReady()).toBe(false);
  });

  it('is false from the stop signal on', async () => {
    const isReady = readiness(async () => {});
    expect(await isReady()).toBe(true);
    stopping.abort();
    expect(await isReady()).toBe(false);
  });
});
