import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchDocumented } from '../support/documented.ts';
import { freePort } from '../support/process.ts';

let dataDir: string;
let port: number;
let child: ChildProcess;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-output-'));
  port = await freePort();
});
afterEach(async () => {
  const ended = new Promise((done) => child.once('close', done));
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (output: 'pipe' | number) => {
  child = spawn(process.execPath, [resolve('server/main.ts')], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', VELD_DATA_DIR: dataDir },
    stdio: ['ignore', output, output],
  });
};

async function expectAnswers(): Promise<void> {
  const answer = async () => (await fetchDocumented(`http://127.0.0.1:${port}/api/health`)).status;
  await expect.poll(() => answer().catch(() => 0)).toBe(200);
  // The server logs one line for each call.
  for (let call = 0; call < 20; call += 1) expect(await answer()).toBe(200);
  expect(child.exitCode).toBeNull();
}

it('a server continues after the reader of its output has ended', async () => {
  start('pipe');
  await new Promise((done) => child.stdout?.once('data', done));
  // `node server/main.ts | head -1` also closes the output.
  child.stdout?.destroy();
  child.stderr?.destroy();
  await expectAnswers();
});

it.skipIf(!existsSync('/dev/full'))(
  'a server continues after the disk of its log is full',
  async () => {
    const full = openSync('/dev/full', 'w');
    start(full);
    closeSync(full);
    await expectAnswers();
  },
);
