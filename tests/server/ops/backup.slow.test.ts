import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Device, openHarness } from '../support/harness.ts';
import { runServer } from '../support/process.ts';
import { filePart, formIdPart, jpeg, registrationBody } from '../support/samples.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veld-backup-'));
  mkdirSync(join(root, 'backups'));
  // The page says that the commands run in the project's folder. This folder is like it, with its own data.
  for (const name of ['server', 'node_modules', 'package.json', 'src']) {
    symlinkSync(resolve(name), join(root, name));
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Returns the commands of a section of docs/server/back-up.md, with a test folder in place of /backups/. */
function commandsOf(heading: string): string {
  const page = readFileSync('docs/server/back-up.md', 'utf8');
  const section = page.slice(page.indexOf(`${heading}\n`));
  const [, block] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  if (block === undefined)
    throw new Error(`docs/server/back-up.md has no commands under ${heading}.`);
  return block.replaceAll('/backups/', join(root, 'backups/'));
}

const sh = (commands: string) =>
  execFileSync('sh', ['-ec', commands], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      VELD_DATA_DIR: join(root, '.data'),
    },
  });

const send = async (phone: Device, mark: string) => {
  const formId = await phone.newForm();
  const body = registrationBody(formId);
  await phone.call({ method: 'POST', url: '/api/SimRegistration/RegisterSim', body });
  const parts = [formIdPart(formId), filePart('a.jpg', jpeg(mark))];
  const { json } = await phone.upload('/api/SimRegistration/SaveIdDocument', parts);
  return String(json.documents[0].documentUrl);
};

it('the steps of docs/server/back-up.md restore everything', async () => {
  const dataDir = join(root, '.data');
  const server = await openHarness({}, dataDir);
  const phone = server.device();
  const urls = [await send(phone, 'one'), await send(phone, 'two')];
  // The server is still running.
  sh(commandsOf('### Back up'));
  const later = await send(phone, 'after the backup');
  await server.app.close();

  sh(commandsOf('### Restore'));
  const restored = await openHarness({}, dataDir);
  const again = restored.device(phone.id);
  const read = async (url: string) => (await again.call({ url })).bytes;
  expect(await Promise.all(urls.map(read))).toEqual([jpeg('one'), jpeg('two')]);
  expect((await again.call({ url: later })).status).toBe(404);
  expect((await restored.counts()).submissions).toBe(2);
  expect(restored.logged()).toContain('"event":"quarantined","count":0');
  expect(restored.logged()).not.toContain('files-missing');
  await restored.app.close();
});

it('a backup overwrites no other backup, and needs a database', async () => {
  const to = join(root, 'backups', 'one');
  const empty = { VELD_DATA_DIR: join(root, 'nothing') };
  expect(await runServer(['backup', '--to', to], empty)).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no database in'),
  });
  mkdirSync(to);
  const server = await openHarness({}, join(root, '.data'));
  await server.app.close();
  const data = { VELD_DATA_DIR: server.dataDir };
  expect(await runServer(['backup', '--to', to], data)).toMatchObject({
    code: 2,
    output: expect.stringContaining('already exists'),
  });
  const inFile = join(root, 'package.json', 'copy');
  expect(await runServer(['backup', '--to', inFile], data)).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^The backup is not complete \(ENOTDIR\)\. Check that /),
  });
  expect(await runServer(['backup'], data)).toMatchObject({
    code: 2,
    output: expect.stringContaining('Usage:'),
  });
});
