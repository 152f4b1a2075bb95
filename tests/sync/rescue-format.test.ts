import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/sync/rescue/rescue-format.ts';
import { readable } from '../support/readable.ts';
import { SyncWorld } from '../support/sync-world.ts';

describe('a manifest of a rescue file', () => {
  it('is taken only where all of it belongs to the submission that the table names', async () => {
    const world = new SyncWorld();
    const [id, other] = [await world.submitted(), await world.submitted()];
    const { storedContents } = world.ports().store;
    const contents = readable(await storedContents(id));
    const others = readable(await storedContents(other));
    const parsed = (manifest: object) => parseManifest(JSON.parse(JSON.stringify(manifest)), id);
    expect(parsed(contents)).not.toBeNull();
    for (const foreign of ['submission', 'draft', 'attachments', 'payload'] as const)
      expect(parsed({ ...contents, [foreign]: others[foreign] }), foreign).toBeNull();
    expect(parsed({ ...contents, strokes: [{ submissionId: other, index: 0 }] })).toBeNull();
  });
});
