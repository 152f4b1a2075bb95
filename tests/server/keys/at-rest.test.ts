import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKeysFile } from '../../../server/keys/keys-file.ts';
import { createLog } from '../../../server/log.ts';
import { noMeter } from '../../../server/meter.ts';
import { meteredLog, type OpenOptions, openApp } from '../../../server/ops/open-app.ts';
import { createMetrics } from '../../../server/ops/prometheus.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions, query } from '../../support/server/postgres.ts';
import { applicationKey, type Call, deviceOf, sendTo } from '../support/harness.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';
import { postgresOptions } from '../support/postgres-options.ts';
import {
  filePart,
  formIdPart,
  individual,
  jpeg,
  png,
  registrationBody,
} from '../support/samples.ts';

const word = 'Kanarie';
const canaries = [word, individual.idNumber, individual.simCardNumber, '-33.918861'];

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veld-at-rest-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Sends one of each kind of data: form, signature, document, half a resumable upload, and calls whose answers are stored. */
async function register(
  options: Pick<OpenOptions, 'postgres' | 'bucket' | 'keysFile'>,
  meter = noMeter,
) {
  const now = () => Date.UTC(2026, 10, 20);
  const { app } = await openApp({
    ...options,
    dataDir: folder,
    maySweep: false,
    distDir: null,
    applicationKey,
    log: meteredLog(createLog({ write: (line) => lines.push(line) }, now), meter),
    meter,
    now,
  });
  const phone = deviceOf((call: Call) => sendTo(app, call), randomUUID());
  const formId = await phone.newForm();
  const formData = { ...individual, firstName: `${word}First`, surname: `${word}Sur` };
  const body = { ...registrationBody(formId), formData, latitude: -33.918861, longitude: 18.4233 };
  const key = () => ({ 'idempotency-key': randomUUID() });
  const document = [formIdPart(formId), filePart('a.jpg', jpeg(word, 50_000))];
  const replies = [
    await phone.call({
      method: 'POST',
      url: '/api/SimRegistration/RegisterSim',
      body,
      headers: key(),
    }),
    await phone.upload(
      '/api/SimRegistration/SaveSignature',
      [formIdPart(formId), filePart('signature.png', png(word), 'image/png')],
      key(),
    ),
    await phone.upload('/api/SimRegistration/SaveIdDocument', document, key()),
  ];
  const whole = multipartBody([formIdPart(formId), filePart('b.jpg', jpeg(word, 50_000))]);
  const begun = await phone.call({
    method: 'POST',
    url: '/api/SimRegistration/SaveIdDocument',
    body: whole.subarray(0, 40_001),
    headers: {
      'content-type': multipartType,
      'upload-complete': '?0',
      'upload-length': String(whole.length),
      ...key(),
    },
  });
  expect([...replies, begun].map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  const rest = () =>
    phone.call({
      method: 'PATCH',
      url: String(begun.headers['location']),
      body: whole.subarray(40_001),
      headers: {
        'content-type': 'application/partial-upload',
        'upload-offset': '40001',
        'upload-complete': '?1',
      },
    });
  const url = String(replies[2]?.json.documents[0].documentUrl);
  return { app, phone, rest, url };
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const expectNoCanary = (copies: readonly Buffer[]) => {
  for (const canary of canaries) expect(copies.filter((copy) => copy.includes(canary))).toEqual([]);
};

describe('the stored data of a server', () => {
  it('reveals nothing in a copy of database, files, unfinished uploads and log of the default setup', async () => {
    const { app, phone, rest, url } = await register({
      postgres: null,
      bucket: null,
      keysFile: null,
    });
    const paths = filesIn(folder);
    for (const part of ['veld.sqlite-wal', '/files/', '/uploads/']) {
      expect(paths.some((path) => path.includes(part))).toBe(true);
    }
    expectNoCanary([...paths.map((path) => readFileSync(path)), Buffer.from(lines.join(''))]);

    expect((await phone.call({ url })).bytes.equals(jpeg(word, 50_000))).toBe(true);
    const last = await rest();
    expect(last.json.documents).toHaveLength(2);
    const second = String(last.json.documents[1].documentUrl);
    expect((await phone.call({ url: second })).bytes.equals(jpeg(word, 50_000))).toBe(true);
    await app.close();
    expectNoCanary(filesIn(folder).map((path) => readFileSync(path)));
  });

  it('sends no byte of a changed file; a changed or missing file is counted', async () => {
    const metrics = createMetrics('1.2.3');
    const here = { postgres: null, bucket: null, keysFile: null };
    const { app, phone, url } = await register(here, metrics.meter);
    const kept = filesIn(join(folder, 'files')).filter((it) => !it.endsWith('store-id'));
    for (const path of kept) {
      const bytes = readFileSync(path);
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
    const reply = await phone.call({ url });
    expect([reply.status, reply.json.heading]).toEqual([500, 'There was a problem']);
    expect(lines.join('')).toContain('"error":"FileDamaged"');
    for (const path of kept) rmSync(path);
    expect((await phone.call({ url })).status).toBeGreaterThanOrEqual(400);
    const counted = (await metrics.text()).match(/veld_events_total\{event="file-.*/g);
    expect(counted).toEqual([
      'veld_events_total{event="file-damaged"} 1',
      'veld_events_total{event="file-missing"} 1',
    ]);
    await app.close();
  });
});

describe.skipIf(postgresVersions.length === 0)(
  'the stored data of servers with PostgreSQL and a bucket',
  () => {
    let s3: FakeS3;
    beforeEach(async () => {
      s3 = await startFakeS3();
    });
    afterEach(() => s3.stop());

    it('reveals nothing in a copy of rows, bucket, spool and log', async () => {
      const keysFile = join(folder, 'keys.json');
      makeKeysFile(keysFile);
      const url = await (await postgresOf(postgresVersions[0])).newDatabase();
      const spool: Buffer[] = [];
      const spoolDir = join(folder, 'spool');
      s3.plan(({ method }) => {
        // During the upload to the bucket, the file is still in the spool.
        if (method === 'PUT') spool.push(...filesIn(spoolDir).map((path) => readFileSync(path)));
        return null;
      });
      const served = await register({
        postgres: postgresOptions(url),
        bucket: { s3: s3OptionsOf(s3), spoolDir, spoolBytes: 1e9 },
        keysFile,
      });
      const tables = await query(
        url,
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
      );
      const rows: Buffer[] = [];
      for (const { table_name: table } of tables) {
        for (const row of await query(url, `SELECT * FROM "${table}"`)) {
          for (const value of Object.values(row)) {
            rows.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
          }
        }
      }
      expect([rows.length > 50, spool.some(({ length }) => length > 50_000)]).toEqual([true, true]);
      expectNoCanary([...rows, ...spool, ...s3.objects.values(), Buffer.from(lines.join(''))]);
      expect((await served.rest()).json.documents).toHaveLength(2);
      await served.app.close();
    });
  },
);
