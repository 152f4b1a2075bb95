import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { MAX_UNCOMMITTED_FILES } from '../../../server/limits.ts';
import { createLog } from '../../../server/log.ts';
import { type DataFolder, openDataFolder } from '../../../server/ops/data-folder.ts';
import { applicationKey, type Call, deviceOf, keptFiles, sendTo } from '../support/harness.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

let dataDir: string;
let data: DataFolder;
const now = () => Date.UTC(2026, 10, 24);
const log = createLog({ write: () => true }, now);
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-burst-'));
  data = await openDataFolder({
    dataDir,
    postgres: null,
    keysFile: null,
    now,
    log,
    maySweep: false,
  });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** All phones send a call at the same moment. Returns the highest number of files without a row. */
async function strayFilesOf(phones: number, filesOf: (phone: number) => number): Promise<number> {
  let most = 0;
  const countStrays = async () => {
    const strays = await data.repository.unknownAmong(keptFiles(dataDir));
    most = Math.max(most, strays.length);
  };
  const app = await buildApp({
    ...data,
    files: {
      ...data.files,
      keep: async (stagedNames) => {
        const names = await data.files.keep(stagedNames);
        await countStrays();
        return names;
      },
    },
    distDir: null,
    applicationKey,
    now,
    log,
  });
  try {
    const ready = await Promise.all(
      Array.from({ length: phones }, async (_, phone) => {
        const device = deviceOf((call: Call) => sendTo(app, call), randomUUID());
        const files = Array.from({ length: filesOf(phone) }, (_, n) =>
          filePart(`${n}.jpg`, jpeg(`${phone} ${n}`)),
        );
        return { device, parts: [formIdPart(await device.newForm()), ...files] };
      }),
    );
    const replies = await Promise.all(
      ready.map(({ device, parts }) => device.upload('/api/SimRegistration/SaveIdDocument', parts)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await app.close();
    await data.close();
  }
  return most;
}

it('leaves no more files without a row than the next start quarantines: 80 phones with a file each', async () => {
  const strays = await strayFilesOf(80, () => 1);
  expect(strays).toBeLessThanOrEqual(MAX_UNCOMMITTED_FILES);
  // The calls do not wait for each other one by one.
  expect(strays).toBeGreaterThan(MAX_UNCOMMITTED_FILES / 2);
});

it('counts files, not calls: 12 phones with ten files or one', async () => {
  const strays = await strayFilesOf(12, (phone) => (phone % 3 === 0 ? 1 : 10));
  expect(strays).toBeLessThanOrEqual(MAX_UNCOMMITTED_FILES);
});
