import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PlainBackend } from '../../support/backend/plain-backend.ts';
import { startRandomBalancer } from '../../support/network/random-balancer.ts';
import { postgresVersions } from '../../support/server/postgres.ts';
import { hasSwift, startSwift } from '../../support/server/swift.ts';
import { freePort, startServer } from '../support/process.ts';
import { startFleet } from '../support/server-fleet.ts';

/** Milliseconds. The kit sends five calls a second, sometimes waits for cut calls, and the machine may be busy. */
const TIMEOUT = 300_000;

/** Without HTTPS no client can see HSTS. */
const unseen = ['reach.hsts unseen'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-set-ups-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Found = Readonly<{
  code: number | null;
  report: string;
  /** Ids of the checks that fail, or that nobody can see from outside. */
  not: readonly string[];
}>;

/** Runs the command as an operator does. */
async function conformance(base: string): Promise<Found> {
  const json = join(folder, 'checks.json');
  const child = spawn(
    process.execPath,
    [
      'server/conformance/conformance.ts',
      ...['--base', base, '--key', 'test-key', '--json', json],
      ...['--write', '--yes'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let report = '';
  child.stdout.on('data', (chunk) => {
    report += chunk;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const { checks }: { checks: readonly { id: string; status: string }[] } = JSON.parse(
    readFileSync(json, 'utf8'),
  );
  const not = checks.flatMap(({ id, status }) => (status === 'holds' ? [] : [`${id} ${status}`]));
  return { code, report, not };
}

describe.skipIf(postgresVersions.length === 0)('two servers over PostgreSQL and a bucket', () => {
  it(
    'are usable, with each call at any of them',
    async () => {
      const fleet = await startFleet(2);
      const balancer = await startRandomBalancer(fleet.ports);
      onTestFinished(async () => {
        await balancer.stop();
        await fleet.stop();
      });
      const { code, not, report } = await conformance(`${balancer.address}/api`);
      expect([code, not], report).toEqual([0, unseen]);
      for (const port of fleet.ports) expect(balancer.callsTo(port)).toBeGreaterThan(10);
    },
    TIMEOUT,
  );
});

describe.skipIf(!hasSwift)('a server whose files lie in Swift, by its calls of S3', () => {
  it(
    'is usable, with every recommended property',
    async () => {
      const swift = await startSwift();
      const { bucket, credentials, endpoint } = swift.options;
      const server = await startServer(join(folder, 'data'), await freePort(), {
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint ?? '',
        S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
        VELD_SPOOL_DIR: join(folder, 'spool'),
      });
      onTestFinished(async () => {
        await server.kill();
        await swift.stop();
      });
      const { code, not, report } = await conformance(`http://127.0.0.1:${server.port}/api`);
      expect([code, not], report).toEqual([0, unseen]);
    },
    TIMEOUT,
  );
});

describe('the plain backend', () => {
  it(
    'is usable, without some recommended properties',
    async () => {
      const backend = await PlainBackend.start({}, { dist: folder });
      onTestFinished(() => backend.stop());
      const { code, not, report } = await conformance(`${backend.address}/api`);
      expect([code, not], report).toEqual([
        0,
        [
          ...unseen,
          'info.wrong-key fails',
          'forgery.protects fails',
          'forms.field-errors fails',
          'documents.webp unseen',
          'once.other-content fails',
          'once.same-name fails',
          'pieces.resume unseen',
        ],
      ]);
    },
    TIMEOUT,
  );
});
