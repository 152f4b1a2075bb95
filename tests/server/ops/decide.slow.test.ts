import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../server/ops/operator-commands.ts';
import { type Device, type Harness, openHarness } from '../support/harness.ts';
import { runServer } from '../support/process.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from '../support/samples.ts';

const path = (call: string) => `/api/SimRegistration/${call}`;

let folder: string;
let server: Harness;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veld-decide-'));
  server = await openHarness({ now: () => Date.now() }, join(folder, 'data'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function submit(phone: Device): Promise<string> {
  const formId = await phone.newForm();
  const signature = [formIdPart(formId), filePart('signature.png', png(), 'image/png')];
  const document = [formIdPart(formId), filePart('a.jpg', jpeg('a'))];
  await phone.call({ method: 'POST', url: path('RegisterSim'), body: registrationBody(formId) });
  await phone.upload(path('SaveSignature'), signature);
  await phone.upload(path('SaveIdDocument'), document);
  return formId;
}

/** Runs a command while the server is stopped. */
const run = (...args: string[]) => runWith({}, ...args);
const runWith = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
  await server.app.close();
  const ending = await runServer(args, { VELD_DATA_DIR: server.dataDir, ...env });
  server = await openHarness({ now: () => Date.now() }, server.dataDir);
  return ending;
};

const told = async (id: string, after = '') =>
  (await server.device(id).call({ url: `/api/Info/GetInfo?after=${after}&numbers=0` })).json;

describe('the command decide', () => {
  it('returns a form and accepts it, and its phone is told', async () => {
    const phone = server.device();
    const formId = await submit(phone);
    const returned = await run('decide', '--form', formId, 'refused', '--code', 'photoUnreadable');
    expect([returned.code, returned.output]).toEqual([
      0,
      expect.stringContaining('The form is refused. Its phone is told at its next contact.\n'),
    ]);
    expect((await told(phone.id)).status.items).toMatchObject([
      { formId, state: 'refused', code: 'photoUnreadable' },
    ]);
    const { next } = (await told(phone.id)).status;
    expect((await run('decide', '--form', formId.toUpperCase(), 'active')).code).toBe(0);
    expect((await told(phone.id, next)).status.items).toMatchObject([{ formId, state: 'active' }]);
    const again = await run('decide', '--form', formId, 'active');
    expect(again.output).toContain('Nothing was changed.');
  });

  it('promises no word to the phone where the server announces none', async () => {
    const formId = await submit(server.device());
    const { code, output } = await runWith(
      { VELD_ANNOUNCE: 'no' },
      'decide',
      '--form',
      formId,
      'active',
    );
    expect([code, output]).toEqual([0, expect.stringContaining('The form is active.\n')]);
  });

  it('refuses a form whose only document was removed again', async () => {
    const phone = server.device();
    const formId = await submit(phone);
    const again = await phone.upload(path('SaveIdDocument'), [
      formIdPart(formId),
      filePart('a.jpg', jpeg('a')),
    ]);
    const [{ formFileId }] = again.json.documents;
    const query = `formId=${formId}&registrationFileId=${formFileId}`;
    await phone.call({ method: 'DELETE', url: `${path('RemoveDocument')}?${query}` });
    const { code, output } = await run('decide', '--form', formId, 'active');
    expect([code, output]).toEqual([2, expect.stringContaining('The form is not complete')]);
  });

  it('refuses in words what it cannot store', async () => {
    const formId = await submit(server.device());
    const half = await server.device().newForm();
    const other = ['decide', '--form', formId, 'refused', '--code', 'other', '--text'];
    for (const [args, words] of [
      [[...other, 'Thandi did not sign.'], 'Leave out names and numbers'],
      [[...other, 'x'.repeat(141)], '1 to 140 plain characters'],
      [[...other, 'a\u202eb'], '1 to 140 plain characters'],
      [['decide', '--form', formId, 'refused'], '--code and one of photoUnreadable'],
      [
        ['decide', '--form', formId, 'refused', '--code', 'duplicate', '--text', 'Sorry.'],
        'other only',
      ],
      [['decide', '--form', formId, 'received'], "Say 'active'"],
      [['decide', '--form', randomUUID(), 'active'], 'no form with this id'],
      [['decide', '--form', half, 'active'], 'no form with this id'],
      [['decide', '--form', 'Nkosi', 'active'], 'A form id is a UUID'],
    ] as const) {
      const { code, output } = await run(...args);
      expect([code, output]).toEqual([2, expect.stringContaining(words)]);
      expect(output).not.toContain('Nkosi');
    }
    expect((await told(randomUUID())).status).toBeUndefined();
  });
});

const id = '0d9be63e-5f0a-4d6c-9d5c-2f7a0c1b8e11';

describe('the command device', () => {
  const REVOKED = 'The device is revoked. What it sends is still taken, and marked.\n';
  const NOT_TOLD = 'Phones are not told yet: set VELD_ANNOUNCE=yes.\n';
  const NOT_KNOWN =
    'The server knows no phone with this identifier. Compare it with the page Help of the phone.\n';
  /** The output without the lines of the log. */
  const printed = ({ output }: Readonly<{ output: string }>) => output.replace(/^{.*}\n/gm, '');

  it('revokes a phone, and restores it', async () => {
    const phone = server.device();
    await run('decide', '--form', await submit(phone), 'active');
    const revoked = await run('device', '--revoke', phone.id);
    expect([revoked.code, printed(revoked)]).toEqual([0, REVOKED]);
    expect((await told(phone.id)).device).toEqual({ state: 'revoked' });
    const restored = await run('device', '--restore', phone.id.toUpperCase());
    expect([restored.code, printed(restored)]).toEqual([0, 'The device is restored.\n']);
    expect((await told(phone.id)).device).toEqual({ state: 'ok' });
    expect((await run('device', '--revoke', 'x')).code).toBe(2);
  });

  it('says that phones are not told, as long as the server announces nothing', async () => {
    const phone = server.device();
    const formId = await submit(phone);
    expect(printed(await run('device', '--revoke', phone.id))).toBe(REVOKED + NOT_TOLD);
    expect((await told(phone.id)).device).toBeUndefined();
    await run('decide', '--form', formId, 'active');
    expect(printed(await run('device', '--revoke', phone.id))).toBe(REVOKED);
    const withNo = await runWith({ VELD_ANNOUNCE: 'no' }, 'device', '--revoke', phone.id);
    expect(printed(withNo)).toBe(REVOKED + NOT_TOLD);
  });

  it('stores the state of an identifier that no phone has, and says so', async () => {
    const restored = await run('device', '--restore', id);
    expect(printed(restored)).toBe(`The device is restored.\n${NOT_KNOWN}`);
    const revoked = await runWith({ VELD_ANNOUNCE: 'yes' }, 'device', '--revoke', id);
    expect([revoked.code, printed(revoked)]).toEqual([0, REVOKED + NOT_KNOWN]);
    const phone = server.device(id);
    await run('decide', '--form', await submit(phone), 'active');
    expect((await told(id)).device).toEqual({ state: 'revoked' });
    expect(printed(await run('device', '--restore', id))).toBe('The device is restored.\n');
  });
});

it.each([
  [['find', 'surname', 'Nkosi']],
  [['decide', '--form', id, 'active']],
  [['device', '--revoke', id]],
  [['device', '--restore', id]],
  [['verify-objects']],
  [['erase', '--form', id]],
  [['backup', '--to', 'copy']],
])('%j creates nothing where there is no database', async (args) => {
  const dataDir = join(folder, 'nowhere');
  expect(await runServer(args, { VELD_DATA_DIR: dataDir })).toEqual({
    code: 2,
    output: expect.stringContaining(`There is no database in ${dataDir}`),
  });
  expect(existsSync(dataDir)).toBe(false);
});

it.each([
  [['--revoke', id]],
  [['device', '--revoke', id, '--restore', id]],
  [['device', '--revoke', id, '--revoke', id]],
  [['device', '--revoke', id, id]],
  [['decide', '--form', id, 'active', 'refused']],
  [['decide', '--form', id, 'active', '--revoke', id]],
  [['erase', '--form', id, id]],
  [['find', 'surname', 'Nkosi', '--form', id]],
  [['verify-objects', '2']],
  [['move', '--from', 'a', 'b']],
  [['backup', '--to', 'a', 'b']],
  [['keys', '--to', 'a', '--rotate', 'b']],
  [['toString']],
])('%j is answered with the usage', async (args) => {
  expect(await runServer(args, { VELD_DATA_DIR: join(folder, 'nowhere') })).toEqual({
    code: 2,
    output: expect.stringMatching(/^Usage:/),
  });
});

it('a restored database tells each phone its own state, from the start', async () => {
  const phone = server.device();
  const [one, two] = [await submit(phone), await submit(phone)];
  await run('decide', '--form', one, 'active');
  await backUp(server.dataDir, join(folder, 'copy'));
  await run('decide', '--form', one, 'refused', '--code', 'simWrong');
  await run('decide', '--form', two, 'active');
  const { next } = (await told(phone.id)).status;
  await server.app.close();
  const options = { now: () => Date.now(), isRestored: true };
  server = await openHarness(options, join(folder, 'copy'));
  expect(server.logged()).toContain('"event":"cursors-renewed"');
  // The restored database gets as many changes as before, so that the phone's cursor would seem valid.
  for (let n = 0; n < 3; n += 1) await submit(server.device(phone.id));
  const { items } = (await told(phone.id, next)).status;
  const states = items.map(({ formId, state }: { formId: string; state: string }) => [
    formId,
    state,
  ]);
  expect(states.slice(0, 2)).toEqual([
    [two, 'received'],
    [one, 'active'],
  ]);
  expect(states).toHaveLength(5);
});
