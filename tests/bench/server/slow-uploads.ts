import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { multipartBody, multipartType } from '../../server/support/multipart.ts';
import { filePart, formIdPart, jpeg } from '../../server/support/samples.ts';
import { s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import type { Bench } from '../bench.ts';
import { kB, ms, percent, sum, table } from '../figures.ts';
import { newPhone, type Phone, PutOff, postForm } from './load.ts';
import { startMeasured } from './measured-server.ts';

const BYTES_PER_SECOND = 4000;
const PHOTO_BYTES = 60_000;
const FORM_EVERY_MS = 50;

/** The pause that the server asks for when it postpones a call. */
const PAUSE_MS = 10_000;

/** Repeats a call that was postponed, as a phone does. Returns the number of postponements and the final value. */
async function again<T>(act: () => Promise<T>): Promise<Readonly<{ putOff: number; value: T }>> {
  for (let putOff = 0; ; putOff += 1) {
    try {
      return { putOff, value: await act() };
    } catch (error) {
      if (!(error instanceof PutOff)) throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Sends the body at the speed of a slow link. Returns true if the server took it. */
async function trickle(port: number, agent: Agent, phone: Phone, body: Buffer): Promise<boolean> {
  const asked = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/SimRegistration/SaveIdDocument',
    headers: {
      ...phone.headers,
      'content-type': multipartType,
      'content-length': body.length,
    },
  });
  const status = new Promise<number>((done) => {
    asked.once('response', (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode ?? 0));
    });
    asked.once('error', () => done(0));
  });
  for (let at = 0; at < body.length && !asked.destroyed; at += BYTES_PER_SECOND) {
    asked.write(body.subarray(at, at + BYTES_PER_SECOND));
    await wait(1000);
  }
  asked.end();
  const answered = await status;
  if (answered === 503) throw new PutOff();
  return answered === 200;
}

/** Sends forms one after the other until `over` returns true. Returns the time of each. */
async function formTimes(port: number, over: () => boolean) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let allPutOff = 0;
  while (!over()) {
    const { putOff, value } = await again(async () => {
      const phone = await newPhone(agent, port);
      const from = performance.now();
      const { status } = await postForm(agent, port, phone);
      if (status === 503) throw new PutOff();
      if (status !== 200) throw new Error(`A form was answered ${status}.`);
      return performance.now() - from;
    });
    times.push(value);
    allPutOff += putOff;
    await wait(FORM_EVERY_MS);
  }
  agent.destroy();
  return { sorted: times.toSorted((one, other) => one - other), putOff: allPutOff };
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const slowUploads: Bench = {
  name: 'server-slow',
  title: 'Photos over 4 kB/s, all at once, and the forms that come meanwhile',
  isOfServer: true,
  run: async ({ rounds, say }) => {
    const phones = rounds(1000, 5000);
    const head = ['files', 'uploads', 'taken', 'put off', 'idle', 'peak'];
    const rows = [[...head, 'forms', 'p50', 'p99', 'put off', 'load maker']];
    for (const place of ['folder', 'bucket'] as const) {
      const folder = mkdtempSync(join(tmpdir(), 'veld-slow-'));
      const s3 = await startFakeS3();
      const { endpoint, bucket } = s3OptionsOf(s3);
      const server = await startMeasured('server/main.ts', {
        VELD_DATA_DIR: join(folder, 'data'),
        VELD_DIST_DIR: join(folder, 'none'),
        ...(place === 'folder'
          ? {}
          : {
              S3_BUCKET: bucket,
              S3_ENDPOINT: endpoint ?? '',
              S3_ACCESS_KEY_ID: 'id',
              S3_SECRET_ACCESS_KEY: 'secret',
              VELD_SPOOL_DIR: join(folder, 'spool'),
            }),
      });
      const agent = new Agent({ keepAlive: true });
      const idle = (await server.usage()).peakBytes;
      const cpu = process.cpuUsage();
      const from = performance.now();
      let left = phones;
      const forms = formTimes(server.port, () => left === 0);
      const photo = filePart('id-document.jpg', jpeg('photo', PHOTO_BYTES));
      const uploads = Array.from({ length: phones }, async () => {
        const ended = await again(async () => {
          const phone = await newPhone(agent, server.port);
          const body = multipartBody([formIdPart(phone.formId), photo]);
          return trickle(server.port, agent, phone, body);
        });
        left -= 1;
        return ended;
      });
      const ended = await Promise.all(uploads);
      const times = await forms;
      const { system, user } = process.cpuUsage(cpu);
      const own = (system + user) / 1000 / (performance.now() - from);
      rows.push([
        place,
        String(phones),
        String(ended.filter(({ value }) => value).length),
        String(sum(ended.map(({ putOff }) => putOff))),
        kB(idle),
        kB((await server.usage()).peakBytes),
        String(times.sorted.length),
        ms(at(times.sorted, 0.5)),
        ms(at(times.sorted, 0.99)),
        String(times.putOff),
        percent(own),
      ]);
      agent.destroy();
      await server.stop();
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    say(table(rows));
    say(
      `\nPhotos of ${kB(PHOTO_BYTES)}; memory: the process's largest so far; put off: 503, and asked again ten seconds later. Goals: 300 MB, p99 100 ms.`,
    );
  },
};
