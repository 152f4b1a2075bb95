import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../server/app.ts';
import { openPostgresEngine } from '../../../server/database/postgres-engine.ts';
import { openedFile } from '../../../server/files/sealed-files.ts';
import { createLog } from '../../../server/log.ts';
import { type OpenOptions, openApp } from '../../../server/ops/open-app.ts';
import { openRepository, openSqliteRepository } from '../../../server/repository/repository.ts';
import type { Repository, StoredFile } from '../../../server/repository/repository-port.ts';
import { uuidFrom } from '../../../server/validation/identifiers.ts';
import { type FakeS3, s3OptionsOf, startFakeS3 } from '../../support/server/fake-s3.ts';
import { postgresOf, postgresVersions } from '../../support/server/postgres.ts';
import {
  type StoredForm,
  storedForms,
  storedInPostgres,
} from '../../support/server/stored-forms.ts';
import { expectDocumented } from './documented.ts';
import { type Counts, countsOf, ledgerOf, note, storedOf } from './ledger.ts';
import { multipartBody, multipartType, type UploadedPart } from './multipart.ts';
import { postgresOptions } from './postgres-options.ts';

export const applicationKey = 'test-key';

export type Reply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
  text: string;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by each test as it expects
  json: any;
}>;

export type Call = Readonly<{
  method?: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PATCH' | 'OPTIONS';
  url: string;
  body?: unknown;
  parts?: readonly UploadedPart[];
  /** If the value is undefined, the device does not send this header. */
  headers?: Readonly<Record<string, string | undefined>>;
}>;

/** A running server with its own folder and its log. */
export type Harness = Readonly<{
  app: FastifyInstance;
  dataDir: string;
  logged: () => string;
  clock: { now: number };
  /** The stored files and the unfinished files of the folder or the bucket. */
  onDisk: () => { kept: string[]; incoming: string[] };
  /** The stored forms whose ids this folder's servers gave out, in that order. Also available after the server is closed. */
  stored: () => Promise<readonly StoredForm[]>;
  counts: () => Promise<Counts>;
  /** Runs `ask` on the repository. Also available after the server is closed. */
  ask: <T>(ask: (repository: Repository) => Promise<T>) => Promise<T>;
  /** The file's decrypted bytes from the folder or the bucket. */
  bytesOf: (file: StoredFile) => Buffer;
  /** The number of a device's resumable uploads. */
  openUploads: (deviceId: string) => Promise<number>;
  device: (id?: string) => Device;
  call: (call: Call) => Promise<Reply>;
  restart: () => Promise<Harness>;
  close: () => Promise<void>;
}>;

/** If true: PostgreSQL, a bucket, and two servers. Each call goes to one of them at random. See `vitest.config.ts`. */
const onPostgres = process.env['VELD_TEST_STORES'] === 'postgres';

/** The database of each data folder, so that a restarted server uses the same one. */
const databases = new Map<string, string>();

async function databaseOf(dataDir: string): Promise<string> {
  const url =
    databases.get(dataDir) ?? (await (await postgresOf(postgresVersions[0])).newDatabase());
  databases.set(dataDir, url);
  return url;
}

const buckets = new Map<string, FakeS3>();

async function bucketOf(dataDir: string): Promise<FakeS3> {
  const s3 = buckets.get(dataDir) ?? (await startFakeS3());
  buckets.set(dataDir, s3);
  return s3;
}

/** Where the server's files are: stored, and unfinished. */
const placesOf = (dataDir: string, s3: FakeS3 | null) =>
  s3 === null
    ? {
        kept: () => keptFiles(dataDir),
        incoming: () => readdirSync(join(dataDir, 'incoming')),
        bytes: (name: string) => readFileSync(join(dataDir, 'files', name)),
      }
    : {
        kept: () => keptObjects(s3),
        incoming: () =>
          readdirSync(spoolOf(dataDir), { recursive: true, withFileTypes: true }).flatMap(
            (entry) => (entry.isFile() && uuidFrom(entry.name) !== null ? [entry.name] : []),
          ),
        bytes: (name: string) => s3.objects.get(s3OptionsOf(s3).prefix + name) ?? Buffer.alloc(0),
      };

const spoolOf = (dataDir: string): string => join(dataDir, 'spool');
const keptObjects = (s3: FakeS3): string[] => {
  const { prefix } = s3OptionsOf(s3);
  return [...s3.objects.keys()]
    .map((key) => key.slice(prefix.length))
    .filter((name) => name !== 'store-id');
};

type HarnessOptions = Partial<OpenOptions> &
  Readonly<{
    /** The free bytes that the file store reports, instead of the disk's own. */
    freeBytes?: () => number;
    /** Called before each append to a resumable upload. */
    beforeAppend?: () => Promise<void>;
  }>;

export async function openHarness(
  options: HarnessOptions = {},
  dataDir = mkdtempSync(join(tmpdir(), 'veld-server-')),
): Promise<Harness> {
  const lines: string[] = [];
  const clock = { now: Date.UTC(2026, 10, 20) };
  const now = options.now ?? (() => clock.now);
  const ledger = ledgerOf(dataDir);
  const postgres = onPostgres ? postgresOptions(await databaseOf(dataDir)) : null;
  const s3 = onPostgres ? await bucketOf(dataDir) : null;
  const places = placesOf(dataDir, s3);
  const given = {
    dataDir,
    postgres,
    bucket:
      s3 === null
        ? null
        : { s3: s3OptionsOf(s3), spoolDir: spoolOf(dataDir), spoolBytes: 1_000_000_000 },
    keysFile: null,
    maySweep: false,
    distDir: null,
    applicationKey,
    log: createLog({ write: (line) => lines.push(line) }, now),
    ...options,
    now,
  };
  const { app, data } = await openApp(given);
  const { freeBytes, beforeAppend } = options;
  if (freeBytes !== undefined) Object.assign(data.files, { freeBytes: async () => freeBytes() });
  if (beforeAppend !== undefined) {
    const { append } = data.partials;
    const appendLater: typeof append = async (...piece) => {
      await beforeAppend();
      return append(...piece);
    };
    Object.assign(data.partials, { append: appendLater });
  }
  const apps = [app];
  if (postgres !== null) {
    // The second server has its own connections. It fails if a call needs something in the memory of the first server.
    const repository = openRepository(await openPostgresEngine(postgres), data.keys);
    const second = await buildApp({ ...given, ...data, repository });
    apps.push(second);
    app.addHook('onClose', async () => {
      await second.close();
      await repository.close();
    });
  }
  const anyApp = () => apps[Math.floor(Math.random() * apps.length)] ?? app;
  const call = async (asked: Call) => {
    const reply = await sendTo(anyApp(), asked);
    note(ledger, asked.headers ?? {}, reply);
    return reply;
  };
  let closed = false;
  app.addHook('onClose', async () => {
    closed = true;
  });
  const databaseFile = join(dataDir, 'veld.sqlite');
  const stored = async () => {
    const forms =
      postgres === null
        ? storedForms(databaseFile, data.keys)
        : storedInPostgres(postgres.url, data.keys);
    return storedOf(await forms, ledger);
  };
  const asked = async <T>(ask: (repository: Repository) => Promise<T>): Promise<T> => {
    if (!closed) return ask(data.repository);
    const repository =
      postgres === null
        ? openSqliteRepository(databaseFile, data.keys)
        : openRepository(await openPostgresEngine(postgres), data.keys);
    return ask(repository).finally(() => repository.close());
  };
  return {
    app,
    dataDir,
    clock,
    logged: () => lines.join(''),
    onDisk: () => ({ kept: places.kept(), incoming: places.incoming() }),
    stored,
    ask: asked,
    counts: () => asked(async (repository) => countsOf(await stored(), repository, ledger)),
    bytesOf: (file) => openedFile(places.bytes(file.storageName), file, data.keys),
    openUploads: async (deviceId) => (await data.partials.ofDevice(deviceId)).length,
    device: (id = randomUUID()) => deviceOf(call, id),
    call,
    restart: async () => {
      await app.close();
      return openHarness(options, dataDir);
    },
    close: async () => {
      await app.close();
      await s3?.stop();
      buckets.delete(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The names of the stored files. `store-id` is no such file: it names the database that belongs to the folder. */
export const keptFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'files')).filter((name) => name !== 'store-id');

type Payload = Readonly<{
  bytes: Buffer | null;
  type: string | null;
}>;

function payloadOf(body: unknown, parts: readonly UploadedPart[] | undefined): Payload {
  if (parts !== undefined) return { bytes: multipartBody(parts), type: multipartType };
  if (body === undefined) return { bytes: null, type: null };
  if (Buffer.isBuffer(body)) return { bytes: body, type: null };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { bytes: Buffer.from(text), type: 'application/json' };
}

export async function sendTo(
  app: FastifyInstance,
  { method = 'GET', url, body, parts, headers = {} }: Call,
): Promise<Reply> {
  const { bytes, type } = payloadOf(body, parts);
  const all = { ...(type === null ? {} : { 'content-type': type }), ...headers };
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  );
  const response = await app.inject({
    method,
    url,
    headers: Object.fromEntries(given),
    ...(bytes === null ? {} : { payload: bytes }),
  });
  const { statusCode: status, payload: text } = response;
  const { 'content-type': answerType = null } = response.headers;
  expectDocumented({
    method,
    url,
    status,
    type: answerType === null ? null : String(answerType),
    text,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    bytes: response.rawPayload,
    get json() {
      return response.json();
    },
  };
}

/** A phone: its id, its cookie, and calls as the app makes them. */
export type Device = Readonly<{
  id: string;
  token: () => string;
  call: (call: Call) => Promise<Reply>;
  /** A new form id, and a new token in the cookie. */
  newForm: () => Promise<string>;
  upload: (
    path: string,
    parts: readonly UploadedPart[],
    headers?: Call['headers'],
  ) => Promise<Reply>;
}>;

export function deviceOf(call: Harness['call'], id: string): Device {
  let token = '';
  const ownCall = ({ headers = {}, ...rest }: Call) =>
    call({
      ...rest,
      headers: {
        'x-application-key': applicationKey,
        'x-device-identifier': id,
        ...(token === '' ? {} : { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token }),
        ...headers,
      },
    });
  return {
    id,
    token: () => token,
    call: ownCall,
    newForm: async () => {
      const reply = await ownCall({ url: '/api/Info/GetInfo' });
      token = tokenIn(reply);
      return reply.json.formGuid;
    },
    upload: (path, parts, headers = {}) => ownCall({ method: 'POST', url: path, parts, headers }),
  };
}

function tokenIn(reply: Reply): string {
  return /XSRF-TOKEN=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1] ?? '';
}
