import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/sync/rescue/rescue-format.ts';
import { SyncWorld } from '../support/sync-world.ts';

describe('a manifest of a rescue file', () => {
  it('is taken only where all of it belongs to the submission that the table names', async () => {
    const world = new SyncWorld();
    const [id, other] = [await world.submitted(), await world.submitted()];
    const contents = await world.ports().store.contents(id);
    const others = await world.ports().store.contents(other);
    if (contents === undefined || others === undefined) throw new Error('Nothing was submitted.');
    const parsed = (manifest: object) => parseManifest(JSON.parse(JSON.stringify(manifest)), id);
    expect(parsed(contents)).not.toBeNull();
    for (const foreign of ['submission', 'draft', 'attachments', 'payload'] as const)
      expect(parsed({ ...contents, [foreign]: others[foreign] }), foreign).toBeNull();
    expect(parsed({ ...contents, strokes: [{ submissionId: other, index: 0 }] })).toBeNull();
  });
});
