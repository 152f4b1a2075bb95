import { describe, expect, it } from 'vitest';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { keepDraftCopy } from '../../../src/sync/submit/after-submit.ts';
import { captured, everySubmission } from '../../support/world/every-form.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

describe('second copies of every form, status, kind and type of file', () => {
  it('restore a lost database unchanged, without delivered forms', async () => {
    const world = new SyncWorld();
    const made = await everySubmission(world);
    const unsent = made.filter(({ status }) => status !== 'delivered').map(({ id }) => id);
    for (const id of unsent) await keepDraftCopy(world.ports(), id);
    const before = await Promise.all(unsent.map((id) => captured(world, id)));

    for (const { id } of made.filter(({ status }) => status === 'delivered')) {
      expect(world.copyDisk.has(id)).toBe(false);
      expect(world.disk.drafts.has(id)).toBe(false);
      expect(JSON.stringify(world.disk.submissions.get(id))).not.toMatch(/Thandi|Nkosi|Karoo/);
    }

    world.disk.wipe();
    const { lost, restored } = await repairFromSecondCopy(world.ports());
    expect(lost).toEqual([]);
    expect(restored.map(({ id }) => id).sort()).toEqual([...unsent].sort());
    expect(await Promise.all(unsent.map((id) => captured(world, id)))).toEqual(before);
    for (const [index, { files }] of (before as { files: unknown[][] }[]).entries())
      expect(
        files.map((file) => typeof file.at(-1)),
        `form ${index}`,
      ).not.toContain('undefined');
  });
});
