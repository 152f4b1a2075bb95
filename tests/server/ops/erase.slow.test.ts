import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { freePort, runServer, startServer } from '../support/process.ts';
import {
  filePart,
  formIdPart,
  individual,
  jpeg,
  png,
  registrationBody,
} from '../support/samples.ts';

const dayMs = 24 * 3600_000;
const path = (call: string) => `/api/SimRegistration/${call}`;
let server: Harness;
beforeEach(async () => {
  server = await openHarness();
});
afterEach(() => server.close());

/** Sends a whole submission. Its surname and its files contain `mark`. */
async function submit(phone: Device, mark: string, last: 'document' | 'signature' = 'document') {
  const formId = await phone.newForm();
  const keyed = () => ({ 'idempotency-key': randomUUID() });
  const formData = { ...individual, surname: mark };
  const body = { ...registrationBody(formId), formData };
  await phone.call({ method: 'POST', url: path('RegisterSim'), body, headers: keyed() });
  const signature = [formIdPart(formId), filePart(`${mark}.png`, png(mark), 'image/png')];
  await phone.upload(path('SaveSignature'), signature, keyed());
  if (last === 'document') {
    const document = [formIdPart(formId), filePart(`${mark}.jpg`, jpeg(mark))];
    await phone.upload(path('SaveIdDocument'), document, keyed());
  }
  return formId;
}

/** True if a file of the folder contains this text as bytes. */
const isOnDisk = (text: string) =>
  readdirSync(server.dataDir, { recursive: true })
    .map((name) => join(server.dataDir, String(name)))
    .filter((file) => statSync(file).isFile())
    .some((file) => readFileSync(file).includes(text));

const counts = async () => {
  const { forms, submissions, signatures, documents, answers } = await server.counts();
  return [forms, submissions, signatures, documents, answers];
};

const erase = (formId: string) =>
  runServer(['erase', '--form', formId], { VELD_DATA_DIR: server.dataDir });

const find = (what: readonly string[], input?: string) =>
  runServer(['find', ...what], { VELD_DATA_DIR: server.dataDir }, input);

describe('finding a form', () => {
  it('prints its id, and nothing after it is erased', async () => {
    const formId = await submit(server.device(), 'Findme');
    await server.app.close();
    const { output } = await find(['surname'], 'findme\n');
    const reference = new RegExp(`${formId}  (\\S+)`).exec(output)?.[1] ?? '';
    const byReference = await find(['reference', reference]);
    expect(byReference.code).toBe(0);
    expect(byReference.output).toContain(`${formId}  ${reference}  2026-11-20T`);
    // A phone number that is typed without quotes arrives as several words.
    expect((await find(['phone', '082', '123', '4567'])).output).toContain(formId);
    await erase(formId);
    expect((await find(['surname', 'Findme'])).output).toContain('No form found.');
    // Without a kind and a value the command fails. It must not list every form.
    expect((await find(['surname'])).code).toBe(2);
    expect((await find(['firstName', 'Thandi'])).code).toBe(2);
  });
});

describe('erasing a form', () => {
  it('leaves nothing of it on the disk, and every other form intact', async () => {
    const phone = server.device();
    const gone = await submit(phone, 'Eraseme');
    await submit(phone, 'Keepme');
    expect(await counts()).toEqual([2, 2, 2, 2, 6]);
    await server.app.close();
    expect(isOnDisk('Eraseme')).toBe(true);

    const { code, output } = await erase(gone.toUpperCase());
    expect([code, output]).toEqual([0, expect.stringContaining('"event":"erased","count":1')]);
    expect(output).toContain('Erased the form and 2 files.');
    expect(output).not.toContain(gone);
    expect(await counts()).toEqual([1, 1, 1, 1, 3]);
    expect([isOnDisk('Eraseme'), isOnDisk(gone), isOnDisk('Keepme')]).toEqual([false, false, true]);
    server = await openHarness({}, server.dataDir);
    expect(server.logged()).not.toContain('files-missing');
  });

  it('also erases answers that an older server stored without their form', async () => {
    const phone = server.device();
    const gone = await submit(phone, 'Eraseme');
    await submit(phone, 'Keepme');
    await server.app.close();
    const database = new DatabaseSync(join(server.dataDir, 'veld.sqlite'));
    database.exec('UPDATE answers SET form_id = NULL');
    database.close();
    await erase(gone);
    expect([isOnDisk('Eraseme'), isOnDisk('Keepme')]).toEqual([false, true]);
    server = await openHarness({}, server.dataDir);
  });

  it('is refused with a message while a server runs, for an unknown form and without a database', async () => {
    await server.app.close();
    const running = await startServer(server.dataDir, await freePort());
    const whileRunning = await erase(randomUUID());
    await running.stop();
    const unknown = await erase(randomUUID());
    const noId = await erase('Nkosi');
    const nowhere = await runServer(['erase', '--form', randomUUID()], {
      VELD_DATA_DIR: join(server.dataDir, 'nowhere'),
    });
    const answers = [whileRunning, unknown, noId, nowhere];
    expect(answers.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(whileRunning.output).toContain('Another server is already using');
    expect(unknown.output).toContain('no form with this id');
    expect(noId.output).not.toContain('Nkosi');
    expect(nowhere.output).toContain('There is no database');
    server = await openHarness({}, server.dataDir);
  });
});

describe('finished forms with a limit of days', () => {
  const startAfter = async (days: number, keepDays: number | null) => {
    await server.app.close();
    const now = () => Date.UTC(2026, 10, 20) + days * dayMs;
    server = await openHarness({ now, keepDays }, server.dataDir);
  };

  it('are erased when they are that old, and counted in the log', async () => {
    await submit(server.device(), 'Eraseme');
    await submit(server.device(), 'Unfinished', 'signature');
    await startAfter(91, null);
    await startAfter(92, null);
    expect((await counts())[1]).toBe(2);
    await startAfter(90, 90);
    await startAfter(91, 90);
    expect((await counts())[1]).toBe(2);
    await startAfter(92, 90);
    expect(server.logged()).toContain('"event":"erased","count":1');
    expect(await counts()).toEqual([1, 1, 1, 0, 2]);
    expect([isOnDisk('Eraseme'), isOnDisk('Unfinished')]).toEqual([false, true]);
  });

  it.each([20 * 365, 120])(
    'stay that long if they arrived while the clock was %i days behind, and are then erased',
    async (behind) => {
      await startAfter(1, 90);
      await startAfter(1 - behind, 90);
      expect(server.logged()).toContain(`"event":"clock-behind","count":${behind}`);
      await submit(server.device(), 'Eraseme');
      for (const days of [1, 2, 3, 60, 91]) {
        await startAfter(days, 90);
        expect((await counts())[1]).toBe(1);
      }
      await startAfter(92, 90);
      expect(server.logged()).toContain('"event":"erased","count":1');
      expect(isOnDisk('Eraseme')).toBe(false);
    },
  );

  it('stay if the very first start had a clock that was years behind', async () => {
    await server.close();
    const dataDir = mkdtempSync(join(tmpdir(), 'veld-erase-first-'));
    const now = () => Date.UTC(1970, 0, 1);
    server = await openHarness({ now, keepDays: 90 }, dataDir);
    await submit(server.device(), 'Keepme');
    for (const days of [0, 1, 2, 80]) {
      await startAfter(days, 90);
      expect((await counts())[1]).toBe(1);
    }
  });

  it('stay if a file was added meanwhile', async () => {
    const phone = server.device();
    const formId = await submit(phone, 'Corrected');
    server.clock.now += 60 * dayMs;
    await phone.newForm();
    await phone.upload(path('SaveIdDocument'), [formIdPart(formId), filePart('b.jpg', jpeg('b'))]);
    for (const days of [100, 101, 102]) await startAfter(days, 90);
    expect((await server.counts()).documents).toBe(2);
  });
});
