import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../../../server/files/s3-store.ts';
import { findSwift } from '../../commands/swift.ts';
import { freePort, until } from '../../server/support/process.ts';

/** True if tests can start Swift. `npm run check` starts no other programs. */
export const hasSwift = process.env['VELD_TEST_STORES'] !== 'embedded' && findSwift() !== undefined;

/**
 * A running OpenStack Swift: an S3-compatible store that is not our own code. It has an empty bucket. It ends with this process, even if
 * the process is killed.
 */
export type RunningSwift = Readonly<{
  options: S3Options;
  stop: () => Promise<void>;
}>;

export async function startSwift(): Promise<RunningSwift> {
  const found = findSwift();
  if (found === undefined) throw new Error('This machine has no Swift.');
  const folder = mkdtempSync(join(tmpdir(), 'veld-swift-'));
  const port = await freePort();
  const child = spawn(
    found.python,
    [join(import.meta.dirname, 'swift-s3.py'), folder, String(port)],
    { env: { ...process.env, ...found.env }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  await until(() => said.includes('Swift is ready') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`Swift did not start: ${said}`);
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'veld:tests', secretAccessKey: 'secret' };
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'customers' }));
  client.destroy();
  return {
    options: { bucket: 'customers', endpoint, region: 'us-east-1', prefix: '', credentials },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
