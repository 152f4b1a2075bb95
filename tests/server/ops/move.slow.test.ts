import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { rotateKeysFile } from '../../../server/keys/keys-file.ts';
import { type FakeS3, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions, query } from '../../support/server/postgres.ts';
import { keysBeside, storedForms, storedInPostgres } from '../../support/server/stored-forms.ts';
import { fetchDocumented } from '../support/documented.ts';
import { openHarness } from '../support/harness.ts';
import { multipartBody, multipartType, type UploadedPart } from '../support/multipart.ts';
import { freePort, remotePhone, runServer, startServer } from '../support/process.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from '../support/samples.ts';

const save = (call: string) => `/api/SimRegistration/${call}`;

describe.skipIf(postgresVersions.length === 0)('a folder moved to PostgreSQL and a bucket', () => {
  let folder: string;
  let from: string;
  let s3: FakeS3;
  let url: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veld-move-'));
    from = join(folder, 'data');
    mkdirSync(from);
    s3 = await startFakeS3();
    url = await (await postgresOf(postgresVersions[0])).newDatabase();
    env = {
      DATABASE_URL: url,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      VELD_SPOOL_DIR: join(folder, 'spool'),
      VELD_KEYS_FILE: join(folder, 'keys.json'),
    };
  });
  afterEach(async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const move = () => runServer(['move', '--from', from], env);

  /** Runs a move that the bucket interrupts after some files. */
  const interruptedMove = async () => {
    let puts = 0;
    s3.plan(({ method }) => {
      if (method !== 'PUT') return null;
      puts += 1;
      return puts > 5 ? 'unavailable' : null;
    });
    const ended = await move();
    s3.plan(() => null);
    return ended;
  };

  /** Returns the ids of three complete forms in the folder. */
  const threeForms = async () => {
    const server = await openHarness({ now: () => Date.now() }, from);
    const phone = server.device();
    const formIds: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const formId = await phone.newForm();
      const body = registrationBody(formId);
      await phone.call({ method: 'POST', url: save('RegisterSim'), body });
      const signature = filePart('signature.png', png(`${n}`), 'image/png');
      await phone.upload(save('SaveSignature'), [formIdPart(formId), signature]);
      const document = filePart('a.jpg', jpeg(`document ${n}`));
      await phone.upload(save('SaveIdDocument'), [formIdPart(formId), document]);
      formIds.push(formId);
    }
    await server.app.close();
    copyFileSync(join(from, 'keys.json'), join(folder, 'keys.json'));
    return formIds;
  };

  it('is complete, also after an interrupted move that runs again', async () => {
    const server = await openHarness({}, from);
    const phone = server.device();
    const key = { 'idempotency-key': randomUUID() };
    let answered: UploadedPart[] = [];
    // More rows than the move copies at a time.
    for (const other of [server.device(), server.device(), server.device()]) {
      for (let n = 0; n < 180; n += 1) await other.newForm();
    }
    for (let n = 0; n < 5; n += 1) {
      const formId = await phone.newForm();
      const body = registrationBody(formId);
      await phone.call({ method: 'POST', url: save('RegisterSim'), body });
      const signature = filePart('signature.png', png(`${n}`), 'image/png');
      await phone.upload(save('SaveSignature'), [formIdPart(formId), signature]);
      const parts = [formIdPart(formId), filePart(`${n}.jpg`, jpeg(`document ${n}`))];
      await phone.upload(save('SaveIdDocument'), parts, n === 0 ? key : {});
      if (n === 0) answered = parts;
    }
    await server.app.close();
    const before = storedForms(join(from, 'veld.sqlite'));
    copyFileSync(join(from, 'keys.json'), join(folder, 'keys.json'));

    expect((await interruptedMove()).code).not.toBe(0);
    // The command refuses: the move would undo the erasure.
    const half = await runServer(['erase', '--form', before[0]?.formId ?? ''], env);
    expect(half).toMatchObject({ code: 2, output: expect.stringContaining('is unfinished') });
    const early = await runServer([], { ...env, PORT: String(await freePort()) });
    expect(early).toMatchObject({ code: 2, output: expect.stringContaining('is unfinished') });
    expect(await move()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Moved \d+ rows and 10 files/),
    });

    const ring = keysBeside(join(from, 'veld.sqlite'));
    const without = (forms: typeof before) =>
      forms
        .map(({ signature, documents, ...form }) => ({
          ...form,
          files: [...signature, ...documents].map(({ storageName: _, ...file }) => file),
        }))
        .toSorted((a, b) => (a.formId < b.formId ? -1 : 1));
    expect(without(await storedInPostgres(url, ring))).toEqual(without(before));
    expect(storedForms(join(from, 'veld.sqlite'))).toEqual(before);

    const moved = await startServer(join(folder, 'unused'), await freePort(), env);
    const same = remotePhone(moved.port, phone.id);
    await same.newForm();
    const again = await fetchDocumented(`http://127.0.0.1:${moved.port}${save('SaveIdDocument')}`, {
      method: 'POST',
      headers: { ...same.headers(), ...key, 'content-type': multipartType },
      body: new Uint8Array(multipartBody(answered)),
    });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    await moved.kill();

    const erased = await runServer(['erase', '--form', before[0]?.formId ?? ''], env);
    expect(erased.code).toBe(0);
    const objects = [...s3.objects.keys()];
    expect(await move()).toMatchObject({
      code: 2,
      output: expect.stringContaining('already has the data of a move'),
    });
    const formIds = (await storedInPostgres(url, ring)).map(({ formId }) => formId);
    expect(formIds).not.toContain(before[0]?.formId);
    expect([...s3.objects.keys()]).toEqual(objects);
  });

  it.each([
    ['erased', ['erase', '--form']],
    ['decided', ['decide', 'active', '--form']],
  ])('needs an empty database if a form was %s after an interruption', async (_, command) => {
    const [formId = ''] = await threeForms();
    expect((await interruptedMove()).code).not.toBe(0);
    const changed = await runServer([...command, formId], { VELD_DATA_DIR: from });
    expect(changed).toMatchObject({ code: 0 });
    for (let run = 0; run < 2; run += 1) {
      expect(await move()).toMatchObject({
        code: 2,
        output: expect.stringContaining('Name an empty database and an empty bucket'),
      });
    }
    const early = await runServer([], { ...env, PORT: String(await freePort()) });
    expect(early).toMatchObject({ code: 2, output: expect.stringContaining('is unfinished') });

    const empty = await (await postgresOf(postgresVersions[0])).newDatabase();
    Object.assign(env, { DATABASE_URL: empty, S3_PREFIX: 'again/' });
    expect(await move()).toMatchObject({ code: 0 });
    const ring = keysBeside(join(from, 'veld.sqlite'));
    const ids = (forms: readonly { formId: string }[]) =>
      forms.map((form) => form.formId).toSorted();
    const moved = ids(await storedInPostgres(empty, ring));
    expect(moved).toEqual(ids(storedForms(join(from, 'veld.sqlite'))));
    expect(moved.includes(formId)).toBe(!command.includes('erase'));
  });

  it('takes along which keys encrypted it, its clock, and the state of verdicts', async () => {
    const keysFile = join(from, 'keys.json');
    const dayOfServer = async (day: number, isRestored: boolean) => {
      const server = await openHarness({ now: () => Date.UTC(2026, 10, day), isRestored }, from);
      const phone = server.device();
      const body = registrationBody(await phone.newForm());
      const reply = await phone.call({ method: 'POST', url: save('RegisterSim'), body });
      expect(reply.status).toBe(200);
      await server.app.close();
    };
    await dayOfServer(2, true);
    rotateKeysFile(keysFile);
    await dayOfServer(5, false);
    copyFileSync(keysFile, join(folder, 'keys.json'));
    // A server of the new database has its own clock and keys mark already.
    await (await startServer(join(folder, 'unused'), await freePort(), env)).kill();
    expect((await move()).code).toBe(0);

    const database = new DatabaseSync(join(from, 'veld.sqlite'), { readOnly: true });
    onTestFinished(() => database.close());
    const marks = 'SELECT name, value FROM marks ORDER BY name';
    const { kids } = keysBeside(join(from, 'veld.sqlite'));
    expect(kids).toHaveLength(2);
    const moved = new Map((await query(url, marks)).map(({ name, value }) => [name, value]));
    expect(String(moved.get('keys')).split(' ').toSorted()).toEqual(kids.toSorted());
    const isEqual = ({ name }: Record<string, unknown>) => name !== 'keys';
    const before = database.prepare(marks).all().filter(isEqual);
    expect(before.map(({ name }) => name)).toContain('epoch');
    for (const { name, value } of before) expect(moved.get(String(name))).toBe(value);
    const numbers = (row = {}) => Object.entries(row).map(([name, value]) => [name, Number(value)]);
    const [clock] = await query(url, 'SELECT * FROM clock');
    const clockBefore = numbers(database.prepare('SELECT * FROM clock').get());
    expect(numbers(clock).toSorted()).toEqual(clockBefore.toSorted());
    expect(clockBefore).toContainEqual(['trusted', Date.UTC(2026, 10, 2)]);
  });

  it('is refused if the database already has forms', async () => {
    const old = await openHarness({}, from);
    await old.device().newForm();
    await old.app.close();
    copyFileSync(join(from, 'keys.json'), join(folder, 'keys.json'));
    const port = await freePort();
    const serving = await startServer(join(folder, 'unused'), port, env);
    await remotePhone(port, randomUUID()).newForm();
    expect(await move()).toMatchObject({
      code: 2,
      output: expect.stringContaining('already has forms'),
    });
    await serving.kill();
    expect(await query(url, 'SELECT * FROM forms')).toHaveLength(1);
  });

  it('is refused if the database has a row that no move copied', async () => {
    await threeForms();
    await (await startServer(join(folder, 'unused'), await freePort(), env)).kill();
    await query(url, `INSERT INTO devices VALUES ('${randomUUID()}', 0, 'revoked')`);
    expect(await move()).toMatchObject({
      code: 2,
      output: expect.stringContaining('already has devices'),
    });
    expect(await query(url, 'SELECT * FROM forms')).toEqual([]);
  });

  it('needs the keys of that folder, and a target database', async () => {
    await (await openHarness({}, from)).app.close();
    expect(await runServer(['keys', '--to', join(folder, 'keys.json')], {})).toMatchObject({
      code: 0,
    });
    expect(await move()).toMatchObject({
      code: 2,
      output: expect.stringContaining('copy of keys.json in the folder'),
    });
    expect(await query(url, 'SELECT * FROM forms')).toEqual([]);
    const nowhere = join(folder, 'missing', 'keys.json');
    expect(await runServer(['keys', '--to', nowhere], {})).toMatchObject({
      code: 2,
      output: expect.stringContaining(`cannot write to ${join(folder, 'missing')}`),
    });
    expect(await runServer(['move', '--from', from], {})).toMatchObject({
      code: 2,
      output: expect.stringContaining('Set DATABASE_URL'),
    });
  });
});
