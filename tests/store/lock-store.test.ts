import { describe } from 'vitest';
import { checkLock } from '../support/lock-checks.ts';
import { modelLock, newLockDisk } from '../support/model-lock.ts';

describe('the model of the lock', () => {
  checkLock(async () => {
    const [disk, clock] = [newLockDisk(), { now: 1_000_000_000 }];
    return { clock, page: () => modelLock(disk, () => clock.now) };
  });
});
