import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const STARTS = 8;
const ROUNDS = 5;

it('eight servers that start at the same moment each get a spool folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'veld-spool-'));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const children = Array.from({ length: STARTS }, () =>
        spawn(process.execPath, [resolve('tests/server/support/open-spool.ts'), root]),
      );
      const opened = await Promise.all(
        children.map(
          (child) =>
            new Promise<string>((done) => {
              let said = '';
              child.stderr.on('data', (text) => {
                said += text;
              });
              child.stdout.once('data', () => done('open'));
              child.once('close', () => done(said));
            }),
        ),
      );
      expect(opened).toEqual(opened.map(() => 'open'));
      const folders = readdirSync(root, { withFileTypes: true }).filter((each) =>
        each.isDirectory(),
      );
      expect(folders).toHaveLength(STARTS);
      await Promise.all(
        children.map(
          (child) =>
            new Promise((done) => {
              child.once('close', done);
              child.stdin.end();
            }),
        ),
      );
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
