import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { fetchDocumented } from '../support/documented.ts';
import { freePort } from '../support/process.ts';

it('a server goes on after the reader of its output is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-output-'));
  const port = await freePort();
  const child = spawn(process.execPath, [resolve('server/main.ts')], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', VELD_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await new Promise((done) => child.stdout.once('data', done));
    // As `node server/main.ts | head -1` does.
    child.stdout.destroy();
    child.stderr.destroy();
    const answer = async () =>
      (await fetchDocumented(`http://127.0.0.1:${port}/api/health`)).status;
    await expect.poll(() => answer().catch(() => 0)).toBe(200);
    // Each call writes a line.
    for (let call = 0; call < 20; call += 1) expect(await answer()).toBe(200);
    expect(child.exitCode).toBeNull();
  } finally {
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
