import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { chaosRun } from '../chaos/run.ts';
import { addPages, distFolder } from '../support/app/built-app.ts';

/** A small part of `npm run chaos`. The seed is fixed, but the moments of the faults depend on the machine. */
test.describe('under chaos', () => {
  let scratch = '';
  let dist = '';

  test.beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'veld-chaos-'));
    dist = join(scratch, 'dist');
    cpSync(distFolder, dist, { recursive: true });
    await addPages(dist, join(scratch, 'pages'), join(import.meta.dirname, '../chaos/page'), [
      'chaos',
    ]);
  });
  test.afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test('nothing is lost and nothing is sent twice', async () => {
    test.setTimeout(300_000);
    const result = await chaosRun({ seed: 12, dist, lives: 2 });
    expect(result.acknowledged).toBeGreaterThan(0);
    expect(result).toMatchObject({ losses: [], twins: [], stuck: null, personalDataLeft: [] });
  });
});
