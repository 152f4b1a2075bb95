import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '../../../../server/limits.ts';
import { storedFiles } from '../../../support/disk/stored-files.ts';
import { seededRandom } from '../../../support/fakes/seeded-random.ts';
import { storedForms } from '../../../support/server/stored-forms.ts';
import { fetchDocumented } from '../documented.ts';
import { keptFiles } from '../harness.ts';
import { multipartBody, multipartType } from '../multipart.ts';
import { makeOlderFolder } from '../older-folder.ts';
import { type RunningServer, remotePhone, until } from '../process.ts';
import { filePart, formIdPart, jpeg, png, registrationBody } from '../samples.ts';
import { checkFolder, namesAside } from './check-folder.ts';
import { type FileSystem, openCutDisk } from './cut-disk.ts';
import { describeFault, type Fault, refusedIfThrown } from './fault.ts';
import {
  fill,
  losePower,
  newPhones,
  type ServerOnDisk,
  serverOn,
  statesOf,
} from './power-losses.ts';
import { sha256 } from './power-phone.ts';

type PowerCase = (
  server: ServerOnDisk,
  random: () => number,
  project: string,
) => Promise<readonly Fault[]>;

/** More forms or documents than the files that a start may quarantine (`MAX_UNCOMMITTED_FILES`). */
const MANY = 33;
/** The number of documents of each form in the case `removals`. */
const DOCUMENTS = 9;
const BURST_PHONES = 200;
const OLDER_FORMS = 150;

const at = (port: number, path: string): string => `http://127.0.0.1:${port}/api${path}`;

const storageNames = (dataDir: string): readonly string[] =>
  storedForms(join(dataDir, 'veld.sqlite')).flatMap(({ signature, documents }) =>
    [...signature, ...documents].map(({ storageName }) => storageName),
  );

/** Returns a fault if a removed file is stored or quarantined again. */
function cameBack(dataDir: string, removed: readonly string[]): readonly Fault[] {
  const names = new Set([...keptFiles(dataDir), ...namesAside(dataDir)]);
  const back = removed.filter((name) => names.has(name));
  return back.length === 0
    ? []
    : [{ kind: 'back', text: `${back.length} of ${removed.length} removed files` }];
}

/** Starts the server after a power loss, and kills it. */
const startAgain = ({ start }: ServerOnDisk): Promise<readonly Fault[]> =>
  refusedIfThrown(async () => (await start()).kill());

async function cutAndRestore({ disk }: ServerOnDisk, running: RunningServer | null): Promise<void> {
  await disk.cut('now');
  await running?.kill();
  await disk.restore();
}

/** Syncs all writes to the disk, as the system does after half a minute. Later unsynced writes can still be lost. */
const growOld = ({ disk }: ServerOnDisk): void =>
  void execFileSync('sync', ['--file-system', disk.path]);

/** If the command `backup` exits with 0, the backup is complete: a server starts over it and has all forms. */
const backup: PowerCase = async (server, random, project) => {
  const phones = newPhones(random);
  await fill(server, phones, 20);
  const copy = await serverOn(server.disk, project, 'copy');
  await server.command('backup', '--to', copy.dataDir);
  await wait(1000 * random());
  await cutAndRestore(server, null);
  const refused = await startAgain(copy);
  if (refused.length > 0) return refused;
  return [...checkFolder(copy.dataDir, statesOf(phones)), ...(await startAgain(server))];
};

/** If the command `erase` exits with 0, the form and its files do not come back. */
const erase: PowerCase = async (server, random) => {
  const { dataDir } = server;
  const phones = newPhones(random);
  await fill(server, phones, 12);
  const forms = storedForms(join(dataDir, 'veld.sqlite'));
  const chosen = forms.find(({ documents }) => documents.length > 0);
  if (chosen === undefined) throw new Error('No form has a document.');
  const { formId, signature, documents } = chosen;
  const removed = [...signature, ...documents].map(({ storageName }) => storageName);
  growOld(server);
  await server.command('erase', '--form', formId);
  await cutAndRestore(server, null);
  const faults = [...(await startAgain(server)), ...cameBack(dataDir, removed)];
  const left = storedForms(join(dataDir, 'veld.sqlite'));
  if (left.some((form) => form.formId === formId))
    faults.push({ kind: 'back', text: 'the erased form' });
  const others = statesOf(phones).filter(([known]) => known?.formId !== formId);
  return [...faults, ...checkFolder(dataDir, others)];
};

/** Registers `count` forms, each with a signature and `documents` documents. Throws if a call is refused. */
async function registerForms(port: number, count: number, documents: number) {
  const phone = remotePhone(port, randomUUID());
  for (let form = 0; form < count; form += 1) {
    const formId = await phone.newForm();
    const registered = fetchDocumented(at(port, '/SimRegistration/RegisterSim'), {
      method: 'POST',
      headers: { ...phone.headers(), 'content-type': 'application/json' },
      body: JSON.stringify(registrationBody(formId)),
    });
    await expectOk(registered);
    const signature = filePart('s.png', png(formId), 'image/png');
    const signaturePath = '/api/SimRegistration/SaveSignature';
    await expectOk(phone.upload(signaturePath, [formIdPart(formId), signature]));
    const files = Array.from({ length: documents }, (_, n) =>
      filePart(`${n}.jpg`, jpeg(`${formId} ${n}`)),
    );
    const documentPath = '/api/SimRegistration/SaveIdDocument';
    await expectOk(phone.upload(documentPath, [formIdPart(formId), ...files]));
  }
  return phone;
}

async function expectOk(answer: Promise<Response>): Promise<void> {
  const { status } = await answer;
  if (status !== 200) throw new Error(`A call was answered with ${status}.`);
}

/** `VELD_KEEP_DAYS` erases many forms at once. After the cut the server starts, and no file comes back. */
const expire: PowerCase = async (server) => {
  const { dataDir, start } = server;
  const database = join(dataDir, 'veld.sqlite');
  const before = await start();
  await registerForms(before.port, MANY, 2);
  await before.stop();
  const removed = storageNames(dataDir);
  const rows = new DatabaseSync(database);
  for (const table of ['submissions', 'signatures', 'documents'])
    rows.exec(`UPDATE ${table} SET received_at = received_at - ${100 * DAY_MS}, passed = 0`);
  rows.exec('UPDATE submissions SET updated_at = received_at; UPDATE clock SET trusted = seen');
  rows.close();
  growOld(server);
  const erasing = await start({ VELD_KEEP_DAYS: '90' });
  await until(() => storageNames(dataDir).length === 0 && keptFiles(dataDir).length === 0);
  await cutAndRestore(server, erasing);
  return [...(await startAgain(server)), ...cameBack(dataDir, removed)];
};

/** A phone removes many documents, one after the other. After the cut the server starts, and no document comes back. */
const removals: PowerCase = async (server) => {
  const { dataDir, start } = server;
  const running = await start();
  const { port } = running;
  const phone = await registerForms(port, Math.ceil(MANY / DOCUMENTS), DOCUMENTS);
  const forms = storedForms(join(dataDir, 'veld.sqlite'));
  const removed: string[] = [];
  growOld(server);
  for (const { formId, documents } of forms)
    for (const { formFileId, storageName } of documents) {
      const path = `/SimRegistration/RemoveDocument?formId=${formId}&registrationFileId=${formFileId}`;
      await expectOk(
        fetchDocumented(at(port, path), { method: 'DELETE', headers: phone.headers() }),
      );
      removed.push(storageName);
    }
  await cutAndRestore(server, running);
  return [...(await startAgain(server)), ...cameBack(dataDir, removed)];
};

/** Many phones send a signature at the same moment, as after an outage of the network. After the cut the server starts. */
const burst: PowerCase = async (server, random) => {
  const { dataDir, start, disk } = server;
  const running = await start();
  const { port } = running;
  const phones = Array.from({ length: BURST_PHONES }, () => remotePhone(port, randomUUID()));
  const formIds = await Promise.all(phones.map((phone) => phone.newForm()));
  const sending = phones.map((phone, n) => {
    const formId = formIds[n] ?? '';
    const signature = filePart('s.png', png(formId), 'image/png');
    return phone
      .upload('/api/SimRegistration/SaveSignature', [formIdPart(formId), signature])
      .catch(() => null);
  });
  await until(() => keptFiles(dataDir).length > 20);
  await wait(40 * random());
  await disk.cut('now');
  await running.kill();
  await Promise.all(sending);
  await disk.restore();
  return startAgain(server);
};

/** The time that the server gets to sync a complete file. If the server needs longer, the case only finds less. */
const SYNC_MS = 300;

/** The files of an upload arrive half a minute before its last bytes. After the answer and the cut, all files are stored. */
const slow: PowerCase = async (server) => {
  const { dataDir, start } = server;
  const running = await start();
  const phone = remotePhone(running.port, randomUUID());
  const formId = await phone.newForm();
  const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, bytes: jpeg(name, 300_000) }));
  const parts = [formIdPart(formId), ...files.map(({ name, bytes }) => filePart(name, bytes))];
  // Both files are complete. Only the last bytes of the body are missing.
  const sent = multipartBody(parts).length - '--\r\n'.length;
  const upload = phone.uploadPartly('/api/SimRegistration/SaveIdDocument', parts, sent);
  const incoming = join(dataDir, 'incoming');
  await until(() => readdirSync(incoming).length === files.length);
  await wait(SYNC_MS);
  growOld(server);
  upload.rest();
  await until(() => upload.answer().includes('"wasSuccessful":true'));
  await cutAndRestore(server, running);
  upload.socket.destroy();
  const documents = files.map(({ name, bytes }) => ({
    name,
    sha256: sha256(bytes),
    formFileId: '',
  }));
  const known = {
    formId,
    kind: 'registration',
    surname: null,
    signature: null,
    documents,
  } as const;
  return [...(await startAgain(server)), ...checkFolder(dataDir, [[known]])];
};

/** The server acknowledged a piece of an upload just before the cut. It still has the piece, and the rest completes the document. */
const piece: PowerCase = async (server) => {
  const { dataDir, start } = server;
  const running = await start();
  const phone = remotePhone(running.port, randomUUID());
  const formId = await phone.newForm();
  const bytes = jpeg('a piece', 300_000);
  const body = multipartBody([formIdPart(formId), filePart('a.jpg', bytes)]);
  const key = randomUUID();
  const own = () => ({ ...phone.headers(), 'idempotency-key': key });
  const begun = await fetchDocumented(at(running.port, '/SimRegistration/SaveIdDocument'), {
    method: 'POST',
    headers: {
      ...own(),
      'content-type': multipartType,
      'upload-complete': '?0',
      'upload-length': String(body.length),
    },
  });
  const upload = new URL(begun.headers.get('location') ?? '', begun.url).pathname;
  const send = (port: number, from: number, to: number) =>
    fetchDocumented(`http://127.0.0.1:${port}${upload}`, {
      method: 'PATCH',
      headers: {
        ...own(),
        'content-type': 'application/partial-upload',
        'upload-offset': String(from),
        'upload-complete': to === body.length ? '?1' : '?0',
      },
      body: new Uint8Array(body.subarray(from, to)),
    });
  const half = Math.round(body.length / 2);
  const { status } = await send(running.port, 0, half);
  if (status !== 204) throw new Error(`A piece was answered with ${status}.`);
  await cutAndRestore(server, running);
  return refusedIfThrown(async () => {
    const again = await start();
    const answer = await send(again.port, half, body.length);
    if (answer.status !== 200) throw new Error(`The rest was answered with ${answer.status}.`);
    await again.stop();
    const documents = [{ name: 'a.jpg', sha256: sha256(bytes), formFileId: '' }];
    const known = { formId, kind: 'registration', surname: null, signature: null } as const;
    const [fault] = checkFolder(dataDir, [[{ ...known, documents }]]);
    if (fault !== undefined) throw new Error(describeFault(fault));
  });
};

/** The server encrypts an older version's plaintext, with three power losses. No file is lost, and no plaintext remains. */
const upgrade: PowerCase = async (server, random) => {
  const { dataDir, start, disk } = server;
  const word = 'Kanarie';
  const { forms } = makeOlderFolder(dataDir, OLDER_FORMS, word);
  growOld(server);
  for (let cut = 0; cut < 3; cut += 1) {
    const running = await start();
    await wait(300 * random());
    await disk.cut('in a write');
    await running.kill();
    await disk.restore();
  }
  const faults: Fault[] = [];
  const last = await refusedIfThrown(async () => {
    const running = await start();
    await until(
      () => countPlaintext(dataDir, 'documents') + countPlaintext(dataDir, 'signatures') === 0,
    );
    await running.stop();
  });
  if (last.length > 0) return last;
  for (const { formId, document, signature } of forms) {
    const files = storedFiles(dataDir, formId).map(({ bytes }) => bytes);
    if (files.length !== 2 || files[0]?.equals(signature) !== true || !files[1]?.equals(document))
      faults.push({ kind: 'lost', text: `files of form ${formId}` });
  }
  const clear = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ name, parentPath }) => readFileSync(join(parentPath, name)).includes(word));
  if (clear.length > 0)
    faults.push({
      kind: 'back',
      text: `${clear.length} unencrypted files: ${clear[0]?.parentPath}`,
    });
  return faults;
};

function countPlaintext(dataDir: string, table: string): number {
  const rows = new DatabaseSync(join(dataDir, 'veld.sqlite'), { readOnly: true, timeout: 5_000 });
  const row = rows.prepare(`SELECT count(*) n FROM ${table} WHERE sealed_key IS NULL`).get();
  rows.close();
  return Number(row?.['n']);
}

/** Two power losses during the first start, which makes the folder. A third one during the first answers. */
const first: PowerCase = async (server, random) => {
  const { start, disk } = server;
  for (let cut = 0; cut < 2; cut += 1) {
    const starting = start().catch(() => null);
    await wait(600 * random());
    await disk.cut('in a write');
    await (await starting)?.kill();
    await disk.restore();
  }
  return (await losePower(server, newPhones(random), 400 * random())).faults;
};

/** If the command `keys --rotate` exits with 0, the key is still there, and so is everything that the server encrypts with it. */
const rotate: PowerCase = async (server, random) => {
  const phones = newPhones(random);
  await fill(server, phones, 12);
  await server.command('keys', '--rotate', join(server.dataDir, 'keys.json'));
  await cutAndRestore(server, null);
  return (await losePower(server, phones, 400 * random())).faults;
};

export const powerCases = {
  backup,
  erase,
  expire,
  removals,
  burst,
  slow,
  piece,
  upgrade,
  first,
  rotate,
} as const satisfies Record<string, PowerCase>;

export type CaseName = keyof typeof powerCases;

/** Runs one case on its own disk. */
export async function playCase(
  name: CaseName,
  kind: FileSystem,
  seed: number,
  project = '.',
): Promise<readonly Fault[]> {
  const disk = await openCutDisk(kind, seed);
  const server = await serverOn(disk, project);
  try {
    return await powerCases[name](server, seededRandom(seed), project);
  } finally {
    await server.killAll();
    await disk.remove();
  }
}
