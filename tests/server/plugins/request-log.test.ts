import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics, type Metrics } from '../../../server/ops/prometheus.ts';
import { type Device, type Harness, openHarness, type Reply } from '../support/harness.ts';
import {
  filePart,
  formIdPart,
  individual,
  jpeg,
  png,
  registrationBody,
} from '../support/samples.ts';

const word = 'Kanarie';
const canary = (where: string) => `${word}${where}`;

let server: Harness;
let phone: Device;
let metrics: Metrics;
beforeEach(async () => {
  metrics = createMetrics('1.2.3');
  server = await openHarness({ meter: metrics.meter });
  phone = server.device();
});
afterEach(() => server.close());

/** Sends calls to every branch of the server. Each field that a client controls contains a canary word. */
async function everyRoad(): Promise<Reply[]> {
  const formId = await phone.newForm();
  const data = { ...individual, firstName: canary('First'), surname: canary('Sur') };
  const body = { ...registrationBody(formId), formData: data };
  const urls = [
    ['/api/SimRegistration/RegisterSim', body],
    ['/api/SimRegistration/RegisterSim', { ...body, [canary('Member')]: canary('Value') }],
    [
      '/api/SimRegistration/RegisterSim',
      { ...body, formData: { ...data, idNumber: canary('Id') } },
    ],
    ['/api/SimRegistration/RegisterSim', { ...body, formData: { ...data, [canary('Field')]: 1 } }],
    ['/api/SimRegistration/RegisterSim', { ...body, formId: canary('Form') }],
    ['/api/SimRegistration/RegisterSim', { ...body, formId: randomUUID() }],
    ['/api/SimReplacement/ReplaceSim', body],
    ['/api/SimReplacement/ReplaceSim', `{"${canary('Broken')}`],
    [`/api/${canary('Path')}?${canary('Query')}=1`, body],
  ] as const;
  const replies: Reply[] = [];
  for (const [url, sent] of urls) {
    replies.push(await phone.call({ method: 'POST', url, body: sent }));
    for (const headers of [
      { 'x-application-key': canary('Key') },
      { 'x-device-identifier': canary('Device') },
      { 'x-xsrf-token': canary('Token'), cookie: `XSRF-TOKEN=${canary('Cookie')}` },
      { 'idempotency-key': canary('Idempotency') },
      { 'content-type': `application/${canary('Type')}` },
      { 'user-agent': canary('Agent'), referer: `https://veld.example/${canary('Referer')}` },
    ]) {
      replies.push(await phone.call({ method: 'POST', url, body: sent, headers }));
    }
  }
  for (const call of ['SaveSignature', 'SaveIdDocument', 'SaveCompanyRegistrationDocument']) {
    const url = `/api/SimRegistration/${call}`;
    for (const parts of [
      [formIdPart(formId), filePart(`${canary('Name')}.png`, png(canary(call)), 'image/png')],
      [formIdPart(formId), filePart(`${canary('Name')}.png`, png('changed'), 'image/png')],
      [formIdPart(formId), filePart(`${canary('Name')}\0`, Buffer.from(canary('Bytes')))],
      [formIdPart(canary('FormId')), filePart('a.jpg', jpeg())],
      [{ name: canary('Part'), text: canary('Text') }],
    ]) {
      const reply = await phone.upload(url, parts);
      // Only here an answer may contain a file's name: the owner gets it in the list.
      replies.push(reply.status === 200 ? { ...reply, text: '' } : reply);
    }
  }
  const removal = `/api/SimRegistration/RemoveDocument?formId=${canary('F')}&registrationFileId=${canary('R')}`;
  replies.push(await phone.call({ method: 'DELETE', url: removal }));
  for (const url of [`/api/documents/${canary('Doc')}`, `/${canary('Page')}`, `/%zz${word}`]) {
    replies.push(await phone.call({ url }));
  }
  return replies;
}

describe('personal data', () => {
  it('is neither in the log nor in any error text', async () => {
    const replies = await everyRoad();
    expect(new Set(replies.map((reply) => reply.status)).size).toBeGreaterThan(5);
    for (const reply of replies) {
      expect(reply.text).not.toContain(word);
      expect(reply.text).not.toContain(individual.idNumber);
    }
    const log = server.logged();
    expect(log).not.toContain(word);
    for (const secret of [phone.id, phone.token(), individual.simCardNumber, 'Nkosi', 'test-key']) {
      expect(log).not.toContain(secret);
    }
  });

  it('is in no metric, neither as value nor as label', async () => {
    await everyRoad();
    const text = await metrics.text();
    expect(text).toContain('route="/api/SimRegistration/RegisterSim",status="400"');
    for (const secret of [word, phone.id, phone.token(), individual.simCardNumber, 'Nkosi']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('is not in the proxy’s id of a call: only a trace id is logged', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    for (const traceparent of [`00-${trace}-b7ad6b7169203331-01`, `00-${canary('Trace')}-1-01`])
      await phone.call({ url: '/api/health', headers: { traceparent } });
    const lines = server.logged().trimEnd().split('\n').slice(-2);
    expect(lines.map((line) => JSON.parse(line).trace)).toEqual([trace, undefined]);
    expect(server.logged()).not.toContain(word);
  });

  it('is in neither when the database fails', async () => {
    const formId = await phone.newForm();
    const database = new DatabaseSync(join(server.dataDir, 'veld.sqlite'));
    database.exec(`CREATE TRIGGER broken BEFORE INSERT ON submissions
      BEGIN SELECT RAISE(ABORT, 'constraint: ${word}'); END`);
    database.close();
    const data = { ...individual, firstName: canary('First') };
    const reply = await phone.call({
      method: 'POST',
      url: '/api/SimRegistration/RegisterSim',
      body: { ...registrationBody(formId), formData: data },
    });
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual({
      description: 'We experienced a problem. Please try again.',
      heading: 'There was a problem',
      wasSuccessful: false,
      modelState: {},
    });
    const failure = server
      .logged()
      .split('\n')
      .find((line) => line.includes('"at"'));
    expect(JSON.parse(failure ?? '{}')).toMatchObject({ level: 'error', code: 'ERR_SQLITE_ERROR' });
    expect(server.logged()).not.toContain(word);
  });

  it('is in neither when the disk fails', async () => {
    const formId = await phone.newForm();
    rmSync(join(server.dataDir, 'incoming'), { recursive: true });
    const reply = await phone.upload('/api/SimRegistration/SaveIdDocument', [
      formIdPart(formId),
      filePart(`${canary('Name')}.jpg`, jpeg()),
    ]);
    expect(reply.status).toBe(500);
    expect(reply.json.heading).toBe('There was a problem');
    expect(server.logged()).toContain('ENOENT');
    expect(reply.text + server.logged()).not.toContain(word);
  });
});

describe('the log', () => {
  it('has one line of JSON for each answer: id, method, route, status and time', async () => {
    await phone.newForm();
    await phone.call({ url: '/api/documents/11111111-1111-4111-8111-111111111111' });
    const requests = server
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => line.route !== undefined);
    expect(requests).toEqual([
      {
        time: '2026-11-20T00:00:00.000Z',
        level: 'info',
        id: expect.any(String),
        method: 'GET',
        route: '/api/Info/GetInfo',
        status: 200,
        ms: expect.any(Number),
      },
      expect.objectContaining({ route: '/api/documents/:formFileId', status: 404 }),
    ]);
  });
});

describe('the metrics', () => {
  it('count calls, refusals by code, transactions, files, devices and job results', async () => {
    const formId = await phone.newForm();
    const key = { 'idempotency-key': randomUUID() };
    const parts = [formIdPart(formId), filePart('a.jpg', jpeg())];
    for (let sent = 0; sent < 2; sent += 1) {
      await phone.upload('/api/SimRegistration/SaveIdDocument', parts, key);
    }
    await phone.upload('/api/SimRegistration/SaveIdDocument', [
      formIdPart(randomUUID()),
      filePart('b.jpg', jpeg()),
    ]);
    const text = await metrics.text();
    for (const line of [
      'veld_request_seconds_count{method="GET",route="/api/Info/GetInfo",status="200"} 1',
      'veld_request_seconds_count{method="POST",route="/api/SimRegistration/SaveIdDocument",status="200"} 2',
      'veld_requests_under_way{route="/api/SimRegistration/SaveIdDocument"} 0',
      'veld_refused_total{code="unknown-form"} 1',
      'veld_once_seconds_count{ending="answered"} 1',
      'veld_file_seconds_count{act="keep",failed="false"} 1',
      'veld_devices_seen 1',
      'veld_build_info{version="1.2.3"} 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });
});
