import { describe, expect, it } from 'vitest';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { removeSubmission } from '../../../src/sync/submit/after-submit.ts';
import { KilledError, killable } from '../../support/fakes/killable-ports.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

describe('a process killed while a person deletes a submission', () => {
  it.each(['before', 'after'] as const)('%s any call restores nothing', async (moment) => {
    for (let at = 1; ; at += 1) {
      const world = new SyncWorld();
      const id = await world.submitted();
      const process = killable(world.ports(), at, moment);
      await removeSubmission(process.ports, id).catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      const wasGone = !world.disk.submissions.has(id);
      await repairFromSecondCopy(world.ports());
      expect(world.disk.submissions.has(id), `call ${at}`).toBe(!wasGone);
      if (!process.isDead()) break;
    }
  });
});
