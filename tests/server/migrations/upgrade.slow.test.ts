import { createSecretKey, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findKeys } from '../../../server/keys/keys-file.ts';
import { createAntiForgery } from '../../../server/plugins/anti-forgery-tokens.ts';
import { openSqliteRepository } from '../../../server/repository/repository.ts';
import { storedFiles } from '../../support/disk/stored-files.ts';
import { storedForms } from '../../support/server/stored-forms.ts';
import { openHarness } from '../support/harness.ts';
import { makeOlderFolder, type OlderForm, olderAnswer } from '../support/older-folder.ts';
import { until } from '../support/process.ts';
import { registrationBody } from '../support/samples.ts';

const word = 'Kanarie';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-older-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const database = () => join(dataDir, 'veld.sqlite');
const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
const held = ({ formId }: OlderForm) => {
  const form = storedForms(database()).find((each) => each.formId === formId);
  const [signature, document] = storedFiles(dataDir, formId).map(({ bytes }) => bytes);
  const { latitude, formData } = form?.content ?? {};
  return { formId, surname: formData?.['surname'], latitude, document, signature };
};

describe('the data folder of a server without encryption', () => {
  it('is encrypted while calls are served: everything decrypts, and no plaintext stays', async () => {
    const { forms } = makeOlderFolder(dataDir, 120, word);
    expect(bytesIn(dataDir).some((bytes) => bytes.includes(word))).toBe(true);
    const server = await openHarness({}, dataDir);
    expect((await server.call({ url: '/api/health' })).status).toBe(200);
    await until(() => server.logged().includes('"event":"sealed","count":360'));
    await server.app.close();
    for (const form of forms) {
      const { formId, surname, document, signature } = form;
      expect(held(form)).toEqual({ formId, surname, latitude: -33.9, document, signature });
    }
    expect(bytesIn(dataDir).filter((bytes) => bytes.includes(word))).toEqual([]);
    const repository = openSqliteRepository(database(), findKeys(null, dataDir).ring);
    for (const { formId, surname } of forms) {
      const found = await repository.findForms('surname', surname, 2);
      expect(found.map((form) => form.formId)).toEqual([formId]);
    }
    await repository.close();
    expect(existsSync(join(dataDir, 'anti-forgery.key'))).toBe(false);
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(241);
  });

  it('still knows its stored answers, and accepts its tokens', async () => {
    const { forms, secret } = makeOlderFolder(dataDir, 1, word);
    const [form] = forms;
    if (form === undefined) throw new Error('There is no form.');
    const key = randomUUID();
    const answer = JSON.stringify({
      description: '',
      heading: 'as it was',
      wasSuccessful: true,
      modelState: {},
    });
    const body = registrationBody(form.formId);
    const url = '/api/SimRegistration/RegisterSim';
    olderAnswer(dataDir, form, key, ['POST', url, body], answer);
    const clock = Date.UTC(2026, 10, 20);
    const tokens = createAntiForgery([createSecretKey(secret)], () => clock);
    const cookie = tokens.cookie(undefined, form.deviceId, false);
    const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '';
    const server = await openHarness({}, dataDir);
    const phone = server.device(form.deviceId);
    const headers = {
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      'idempotency-key': key,
    };
    const again = await phone.call({ method: 'POST', url, body, headers });
    expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([
      200,
      'true',
      answer,
    ]);
    const other = await phone.call({
      method: 'POST',
      url,
      body: { ...body, latitude: 1 },
      headers,
    });
    expect(other.status).toBe(422);
    await server.app.close();
  });
});
