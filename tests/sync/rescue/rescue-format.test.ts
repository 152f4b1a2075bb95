import { describe, expect, it } from 'vitest';
import type { OpenContents } from '../../../src/store/format/contents.ts';
import { parseManifest } from '../../../src/sync/rescue/rescue-format.ts';
import { clearRow } from '../../support/disk/app-database.ts';
import { readable } from '../../support/disk/profile-scan.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

const inTheClear = ({ submission, ...contents }: OpenContents) => {
  const { agent: _, keys: __, ...older } = submission;
  return { ...contents, submission: clearRow(older) };
};

describe('a manifest of a rescue file', () => {
  it('is taken only where all of it belongs to the submission that the table names', async () => {
    const world = new SyncWorld();
    const [id, other] = [await world.submitted(), await world.submitted()];
    const { contents: contentsOf } = world.ports().store;
    const contents = inTheClear(readable(await contentsOf(id)));
    const others = inTheClear(readable(await contentsOf(other)));
    const parsed = (manifest: object) => parseManifest(JSON.parse(JSON.stringify(manifest)), id);
    expect(parsed(contents)).not.toBeNull();
    for (const foreign of ['submission', 'draft', 'attachments', 'payload'] as const)
      expect(parsed({ ...contents, [foreign]: others[foreign] }), foreign).toBeNull();
    expect(parsed({ ...contents, strokes: [{ submissionId: other, index: 0 }] })).toBeNull();
  });
});
