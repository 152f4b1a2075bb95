import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../server/ops/operator-settings.ts';
import { freePort } from '../server/support/process.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** Milliseconds, for a build on a busy machine. */
const UNTIL_IT_SERVES_MS = 300_000;

/** Runs the command as a person types it, until the test ends. `npm start` keeps its data in a folder of the test. */
function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'veld-command-'));
  // A process group of its own, so that npm's children end with it.
  const child = spawn('npm', command, {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, VELD_DATA_DIR: dataDir, ...env },
  });
  onTestFinished(async () => {
    const ended = new Promise((done) => child.once('exit', done));
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
}

const answerOf = async (address: string): Promise<string> => {
  const answer = await fetch(address);
  return `${answer.status} ${await answer.text()}`;
};

const isTaken = async (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    onTestFinished(() => void socket.destroy());
  });

it(
  'npm start builds, and serves app and backend',
  async () => {
    const port = await freePort();
    run(['start'], { PORT: String(port) });
    const site = `http://localhost:${port}`;
    await expect
      .poll(() => answerOf(site).catch(String), { timeout: UNTIL_IT_SERVES_MS, interval: 250 })
      .toContain('<title>Veld</title>');
    expect(await answerOf(`${site}/api/health`)).toMatch(/^200/);
    expect(await answerOf(`${site}/ngsw-worker.js`)).toMatch(/^200/);
  },
  UNTIL_IT_SERVES_MS,
);

it('without settings, the server has the address of the README', () => {
  const { port } = settingsFrom({}, root);
  expect(readme).toContain(`serves app and backend on http://localhost:${port}`);
});

it(
  'npm run dev serves app and backend at the README’s address',
  async ({ skip }) => {
    const site = /`npm run dev` \| .*?(http:\/\/localhost:\d+)/.exec(readme)?.[1] ?? '';
    if ((await isTaken(Number(new URL(site).port))) || (await isTaken(4180)))
      skip('Something else serves on the ports of `npm run dev`.');
    run(['run', 'dev']);
    await expect
      .poll(() => answerOf(`${site}/api/health`).catch(String), { timeout: UNTIL_IT_SERVES_MS })
      .toMatch(/^200/);
    expect(await answerOf(`${site}/src/app/main.tsx`)).toMatch(/^200/);
  },
  UNTIL_IT_SERVES_MS,
);
