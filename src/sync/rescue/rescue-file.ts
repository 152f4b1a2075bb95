import * as v from 'valibot';
import { type AttachmentId, attachmentId, submissionId } from '../../domain/ids.ts';
import { advance } from '../../domain/submission.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { isQuotaError } from '../../store/blob-bytes.ts';
import type { AttachmentRow } from '../../store/database.ts';
import type { Contents } from '../../store/outbox-port.ts';
import { refillPool } from '../drain/form-id-pool.ts';
import { isWhole, readManifest, writeCopy } from '../mirror/mirror-copy.ts';
import type { SyncPorts } from '../ports/ports.ts';
import {
  fromBase64,
  MIN_ITERATIONS,
  SEAL_BYTES,
  type Sealer,
  sealerFor,
  toBase64,
} from './rescue-crypto.ts';
import {
  anyFirstLine,
  firstLine,
  headerSchema,
  mediaType,
  parseSheet,
  type Table,
  tableSchema,
} from './rescue-format.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type ExportResult =
  /** `missing`: files that this device can't read any more; they are not in it. */
  | Readonly<{
      status: 'exported';
      file: Blob;
      submissions: number;
      missing: readonly AttachmentRow[];
      /** Customers of what has no form number yet: sent from two devices, the server would have two of it. */
      unnumbered: readonly string[];
      /** How many submissions the database does not give; they are not in it either. */
      unread: number;
    }>
  | Readonly<{ status: 'nothingToExport' }>;

/**
 * Everything that is not delivered, drafts too, sealed with a passphrase. One file's bytes are in
 * memory at a time. Where the database can't be opened, it is made from the mirror.
 */
export async function exportRescue(ports: SyncPorts, passphrase: string): Promise<ExportResult> {
  await giveFormIds(ports).catch(() => {});
  const { all, unread } = await undelivered(ports);
  if (all.length === 0) return { status: 'nothingToExport' };
  const sound = new Map<AttachmentId, AttachmentRow>();
  const missing: AttachmentRow[] = [];
  for (const { attachments } of all)
    for (const row of attachments)
      if ((await wholeBytes(ports, row)) === null) missing.push(row);
      else sound.set(row.id, row);

  const salt = crypto.getRandomValues(new Uint8Array(16));
  const header = JSON.stringify({
    kdf: 'PBKDF2-SHA-256',
    cipher: 'AES-256-GCM',
    iterations: MIN_ITERATIONS,
    salt: toBase64(salt),
  });
  const headerHash = await ports.digest(header);
  const sealer = await sealerFor(passphrase, salt, MIN_ITERATIONS, headerHash);

  // Not to be had where the database can't be opened; the file is worth having all the same.
  const own = await ports.deviceIdentifier().catch(() => null);
  const parts: BlobPart[] = [`${firstLine}\n${header}\n${headerHash}\n`];
  let index = 0;
  const add = async (plain: Bytes): Promise<void> => {
    const sealed = await sealer.seal(index, plain);
    index += 1;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, sealed.length);
    // A Blob of its own: the browser may keep it on the disk.
    parts.push(new Blob([length, sealed]));
  };
  const table: Table = {
    createdAt: ports.clock.now(),
    submissions: all.map(({ attachments, submission }) => ({
      id: submission.id,
      files: attachments.map((row) => row.id).filter((id) => sound.has(id)),
    })),
  };
  await add(textBytes(JSON.stringify(table)));
  for (const contents of all) {
    await add(textBytes(JSON.stringify(withOwnDevice(own, contents))));
    for (const row of contents.attachments) {
      const bytes = sound.has(row.id) ? await wholeBytes(ports, row) : null;
      if (bytes !== null) await add(new Uint8Array(await bytes.arrayBuffer()));
    }
  }
  const file = new Blob(parts, { type: mediaType });
  const unnumbered = all.flatMap(({ submission }) =>
    submission.formId === null ? [submission.customerName] : [],
  );
  return { status: 'exported', file, submissions: all.length, missing, unread, unnumbered };
}

/**
 * One that is sent from two devices must carry one formId on both: each gets its own now, as far as
 * the pool and the network go. Nothing hangs on it: without one the file is as good.
 */
async function giveFormIds(ports: SyncPorts): Promise<void> {
  const { clock, store } = ports;
  let mayAsk = !ports.looksOffline();
  for (const { id } of (await store.queued()).filter(lacksFormId)) {
    if (mayAsk && (await store.poolSize()) === 0) {
      await refillPool(ports, new AbortController().signal);
      mayAsk = (await store.poolSize()) > 0;
    }
    if (await store.giveFormId(id, clock.now())) await writeCopy(ports, id);
  }
}

/** A form that has its number is this device's to the server, whichever device finishes it. */
const withOwnDevice = (own: string | null, { submission, ...rest }: Contents): Contents => ({
  ...rest,
  submission:
    own === null || submission.formId === null ? submission : { device: own, ...submission },
});

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

type Undelivered = Readonly<{ all: readonly Contents[]; unread: number }>;

async function undelivered(ports: SyncPorts): Promise<Undelivered> {
  const { mirror, store } = ports;
  try {
    const all: Contents[] = [];
    let unread = 0;
    for (const id of await store.undelivered()) {
      // One that the disk does not give any more keeps no other out of the file.
      const contents = await store.contents(id).catch(() => null);
      if (contents === null) unread += 1;
      else if (contents !== undefined) all.push(contents);
    }
    return { all, unread };
  } catch (error) {
    if (!(await mirror.isThere())) throw error;
    const all: Contents[] = [];
    for (const folder of await mirror.folders()) {
      const manifest = await readManifest(ports, submissionId(folder)).catch(() => null);
      if (manifest !== null) all.push(manifest);
    }
    return { all, unread: 0 };
  }
}

async function wholeBytes(ports: SyncPorts, row: AttachmentRow): Promise<Blob | null> {
  const stored = await ports.store.bytes(row.id).catch(() => undefined);
  if (stored !== undefined && (await isWhole(ports, stored, row))) return stored;
  const copy = await ports.mirror.get(row.submissionId, row.id).catch(() => undefined);
  return copy !== undefined && (await isWhole(ports, copy, row)) ? copy : null;
}

export type ImportResult =
  /**
   * `skipped`: on this device already, in whatever state, delivered ones too. `unknown`: left out, since this version
   * does not understand them.
   */
  | Readonly<{ status: 'imported'; imported: number; skipped: number; unknown: number }>
  | Readonly<{ status: 'wrongPassphrase' }>
  /** Cut short, changed, or no rescue file at all. Nothing was written. */
  | Readonly<{ status: 'damaged' }>
  /** A newer version of the app wrote it; this one can't read it. Nothing was written. */
  | Readonly<{ status: 'newer' }>
  /** The device is full; `imported` of them are safe, and the file can be imported again. */
  | Readonly<{ status: 'notSaved'; reason: 'quota'; imported: number }>;

/** Reads the whole file before it writes anything; then brings back each submission that is not here. */
export async function importRescue(
  ports: SyncPorts,
  file: Blob,
  passphrase: string,
): Promise<ImportResult> {
  const opened = await openRescue(ports, file, passphrase);
  if (typeof opened === 'string') return { status: opened };
  const own = await ports.deviceIdentifier();
  let imported = 0;
  let skipped = 0;
  try {
    for (const { contents, parts } of opened.submissions) {
      if ((await ports.store.submission(contents.submission.id)) !== undefined) {
        skipped += 1;
        continue;
      }
      const files = new Map<AttachmentId, Blob>();
      for (const { index, part, row } of parts) {
        const plain = await opened.sealer.open(index, await bytesOf(part));
        if (plain === null) return { status: 'damaged' };
        files.set(row.id, new Blob([plain], { type: row.type }));
      }
      const submission = advance(withoutOwnDevice(own, contents.submission), {
        event: 'restored',
        at: ports.clock.now(),
      });
      const restored = await ports.store.restore({ ...contents, submission }, files);
      if (restored === 'restored') imported += 1;
      else skipped += 1;
      await writeCopy(ports, submission.id).catch(() => null);
    }
  } catch (error) {
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota', imported };
    throw error;
  }
  return { status: 'imported', imported, skipped, unknown: opened.unknown };
}

function withoutOwnDevice(own: string, { device, ...submission }: Submission): Submission {
  return device === undefined || device === own ? submission : { ...submission, device };
}

type Opened = Readonly<{
  sealer: Sealer;
  /** Submissions that this version does not understand. */
  unknown: number;
  submissions: readonly Readonly<{
    contents: Contents;
    parts: readonly Readonly<{ index: number; part: Blob; row: AttachmentRow }>[];
  }>[];
}>;

const bytesOf = async (part: Blob): Promise<Bytes> => new Uint8Array(await part.arrayBuffer());

/** Opens and checks every part once, keeping none but the manifests. */
async function openRescue(
  ports: SyncPorts,
  file: Blob,
  passphrase: string,
): Promise<Opened | 'damaged' | 'newer' | 'wrongPassphrase'> {
  const head = await headOf(ports, file);
  if (typeof head === 'string') return head;
  const first = await partAt(file, head.end);
  if (first === null) return 'damaged';

  const sealer = await sealerFor(passphrase, head.salt, head.iterations, head.hash);
  const openJson = async (index: number, part: Blob | undefined): Promise<unknown> => {
    const plain = part && (await sealer.open(index, await bytesOf(part)));
    return plain ? JSON.parse(new TextDecoder().decode(plain)) : undefined;
  };
  const table = v.safeParse(tableSchema, await openJson(0, first.part));
  if (!table.success) return 'wrongPassphrase';
  const parts = await partsAfter(file, first, table.output);
  if (parts === null) return 'damaged';

  const submissions: Opened['submissions'][number][] = [];
  let unknown = 0;
  let index = 1;
  for (const { files, id } of table.output.submissions) {
    const json = await openJson(index, parts[index]);
    if (json === undefined) return 'damaged';
    const contents = parseSheet(json, id);
    index += 1;
    if (contents === null) {
      unknown += 1;
      index += files.length;
      continue;
    }
    const rows = new Map(contents.attachments.map((row) => [row.id, row]));
    const own: Opened['submissions'][number]['parts'][number][] = [];
    for (const name of files) {
      const row = rows.get(attachmentId(name));
      const part = parts[index];
      const plain = part && (await sealer.open(index, await bytesOf(part)));
      if (!row || !part || !plain || !(await isWhole(ports, new Blob([plain]), row)))
        return 'damaged';
      own.push({ index, part, row });
      index += 1;
    }
    submissions.push({ contents, parts: own });
  }
  return { sealer, submissions, unknown };
}

type Head = Readonly<{ end: number; hash: string; salt: Bytes; iterations: number }>;

async function headOf({ digest }: SyncPorts, file: Blob): Promise<Head | 'damaged' | 'newer'> {
  const start = await file.slice(0, 1024).text();
  const [name, header, hash] = start.split('\n', 3);
  if (name !== undefined && name !== firstLine && anyFirstLine.test(name)) return 'newer';
  if (name !== firstLine || header === undefined || (await digest(header)) !== hash)
    return 'damaged';
  const parsed = v.safeParse(headerSchema, JSON.parse(header));
  if (!parsed.success) return 'damaged';
  const { iterations, salt } = parsed.output;
  const end = `${name}\n${header}\n${hash}\n`.length;
  return { end, hash, salt: fromBase64(salt), iterations };
}

/** A sealed part as a slice, which holds no bytes, and where it ends; null where there is none. */
type Part = Readonly<{ part: Blob; end: number }>;

async function partAt(file: Blob, at: number): Promise<Part | null> {
  if (at + 4 > file.size) return null;
  const length = new DataView(await file.slice(at, at + 4).arrayBuffer()).getUint32(0);
  const end = at + 4 + length;
  return length < SEAL_BYTES || end > file.size ? null : { part: file.slice(at + 4, end), end };
}

/** All parts, the first among them: as many as the table says, up to the file's end; else null. */
async function partsAfter(
  file: Blob,
  first: Part,
  { submissions }: Table,
): Promise<readonly Blob[] | null> {
  const count = submissions.reduce((sum, { files }) => sum + 1 + files.length, 1);
  const parts = [first.part];
  let { end } = first;
  while (parts.length < count) {
    const next = await partAt(file, end);
    if (next === null) return null;
    parts.push(next.part);
    end = next.end;
  }
  return end === file.size ? parts : null;
}
