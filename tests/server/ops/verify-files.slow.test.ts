import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptFiles, openHarness } from '../support/harness.ts';
import { runServer } from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

it('verify-objects finds missing and damaged files, and its exit code reports them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-verify-'));
  const server = await openHarness({ now: () => Date.now() }, dataDir);
  const phone = server.device();
  for (let n = 0; n < 4; n += 1) {
    const parts = [formIdPart(await phone.newForm()), filePart('a.jpg', jpeg(`${n}`))];
    await phone.upload('/api/SimRegistration/SaveIdDocument', parts);
  }
  await server.app.close();
  const verify = (...args: string[]) =>
    runServer(['verify-objects', ...args], { VELD_DATA_DIR: dataDir });
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringContaining('4 files are whole, 0 missing, 0 damaged.'),
  });

  const [gone = '', damaged = '', cut = ''] = keptFiles(dataDir);
  const pathOf = (name: string) => join(dataDir, 'files', name);
  rmSync(pathOf(gone));
  const bytes = readFileSync(pathOf(damaged));
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  writeFileSync(pathOf(damaged), bytes);
  writeFileSync(pathOf(cut), readFileSync(pathOf(cut)).subarray(0, 10));
  expect(await verify('--days', '2')).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 files are whole, 1 missing, 2 damaged.'),
  });
  rmSync(dataDir, { recursive: true, force: true });
});
