import * as v from 'valibot';
import { type AttachmentId, attachmentId, submissionId } from '../domain/ids.ts';
import { advance, lacksFormId } from '../domain/submission.ts';
import type { Submission } from '../domain/submission-types.ts';
import { isQuotaError } from '../store/blob-bytes.ts';
import type { AttachmentRow } from '../store/database.ts';
import type { Contents } from '../store/outbox-port.ts';
import { isWhole, readSheet, writeCopy } from './mirror-copy.ts';
import type { SyncPorts } from './ports.ts';
import { fewestIterations, fromBase64, type Sealer, sealerFor, toBase64 } from './rescue-crypto.ts';
import {
  firstLine,
  headerSchema,
  mediaType,
  parseSheet,
  type Table,
  tableSchema,
} from './rescue-format.ts';
import { refillReserve } from './reserve.ts';

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
    }>
  | Readonly<{ status: 'nothingToExport' }>;

/**
 * Everything that is not delivered, drafts too, sealed with a passphrase. One file's bytes are in
 * memory at a time. Where the database can't be opened, it is made from the mirror.
 */
export async function exportRescue(ports: SyncPorts, passphrase: string): Promise<ExportResult> {
  await numberAll(ports).catch(() => {});
  const all = await undelivered(ports);
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
    iterations: fewestIterations,
    salt: toBase64(salt),
  });
  const headerHash = await ports.digest(header);
  const sealer = await sealerFor(passphrase, salt, fewestIterations, headerHash);

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
    await add(textBytes(JSON.stringify(inNameOf(own, contents))));
    for (const row of contents.attachments) {
      const bytes = sound.has(row.id) ? await wholeBytes(ports, row) : null;
      if (bytes !== null) await add(new Uint8Array(await bytes.arrayBuffer()));
    }
  }
  const file = new Blob(parts, { type: mediaType });
  const unnumbered = all.flatMap(({ submission }) =>
    submission.formId === null ? [submission.customerName] : [],
  );
  return { status: 'exported', file, submissions: all.length, missing, unnumbered };
}

/**
 * One that is sent from two devices must carry one formId on both: each gets its own now, as far as
 * the reserve and the network go. Nothing hangs on it: without one the file is as good.
 */
async function numberAll(ports: SyncPorts): Promise<void> {
  const { clock, store } = ports;
  let mayAsk = !ports.looksOffline();
  for (const { id } of (await store.queued()).filter(lacksFormId)) {
    if (mayAsk && (await store.reserveSize()) === 0) {
      await refillReserve(ports, new AbortController().signal);
      mayAsk = (await store.reserveSize()) > 0;
    }
    if (await store.giveFormId(id, clock.now())) await writeCopy(ports, id);
  }
}

/** A form that has its number is this device's to the server, whichever device finishes it. */
const inNameOf = (own: string | null, { submission, ...rest }: Contents): Contents => ({
  ...rest,
  submission:
    own === null || submission.formId === null ? submission : { device: own, ...submission },
});

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

async function undelivered(ports: SyncPorts): Promise<readonly Contents[]> {
  const { mirror, store } = ports;
  try {
    const ids = await store.undelivered();
    const all: Contents[] = [];
    for (const id of ids) {
      const contents = await store.contents(id);
      if (contents !== undefined) all.push(contents);
    }
    return all;
  } catch (error) {
    if (!(await mirror.isThere())) throw error;
    const sheets: Contents[] = [];
    for (const folder of await mirror.folders()) {
      const sheet = await readSheet(ports, submissionId(folder));
      if (sheet !== null) sheets.push(sheet);
    }
    return sheets;
  }
}

async function wholeBytes(ports: SyncPorts, row: AttachmentRow): Promise<Blob | null> {
  const stored = await ports.store.bytes(row.id).catch(() => undefined);
  if (stored !== undefined && (await isWhole(ports, stored, row))) return stored;
  const copy = await ports.mirror.get(row.submissionId, row.id);
  return copy !== undefined && (await isWhole(ports, copy, row)) ? copy : null;
}

export type ImportResult =
  /** `skipped`: on this device already, in whatever state, delivered ones too. */
  | Readonly<{ status: 'imported'; imported: number; skipped: number }>
  | Readonly<{ status: 'wrongPassphrase' }>
  /** Cut short, changed, or no rescue file at all. Nothing was written. */
  | Readonly<{ status: 'damaged' }>
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
      const submission = advance(homecoming(own, contents.submission), {
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
  return { status: 'imported', imported, skipped };
}

function homecoming(own: string, { device, ...submission }: Submission): Submission {
  return device === undefined || device === own ? submission : { ...submission, device };
}

type Opened = Readonly<{
  sealer: Sealer;
  submissions: readonly Readonly<{
    contents: Contents;
    parts: readonly Readonly<{ index: number; part: Blob; row: AttachmentRow }>[];
  }>[];
}>;

const bytesOf = async (part: Blob): Promise<Bytes> => new Uint8Array(await part.arrayBuffer());

/** Opens and checks every part once, keeping none but the sheets. */
async function openRescue(
  ports: SyncPorts,
  file: Blob,
  passphrase: string,
): Promise<Opened | 'damaged' | 'wrongPassphrase'> {
  const head = await headOf(ports, file);
  if (head === null) return 'damaged';
  const parts = await partsOf(file, head.end);
  const [first] = parts ?? [];
  if (parts === null || first === undefined) return 'damaged';

  const sealer = await sealerFor(passphrase, head.salt, head.iterations, head.hash);
  const openJson = async (index: number): Promise<unknown> => {
    const part = parts[index];
    const plain = part && (await sealer.open(index, await bytesOf(part)));
    return plain ? JSON.parse(new TextDecoder().decode(plain)) : undefined;
  };
  const table = v.safeParse(tableSchema, await openJson(0));
  if (!table.success) return 'wrongPassphrase';

  const submissions: Opened['submissions'][number][] = [];
  let index = 1;
  for (const { files, id } of table.output.submissions) {
    const contents = parseSheet(await openJson(index), id);
    if (contents === null) return 'damaged';
    index += 1;
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
  return index === parts.length ? { sealer, submissions } : 'damaged';
}

type Head = Readonly<{ end: number; hash: string; salt: Bytes; iterations: number }>;

async function headOf({ digest }: SyncPorts, file: Blob): Promise<Head | null> {
  const start = await file.slice(0, 1024).text();
  const [name, header, hash] = start.split('\n', 3);
  if (name !== firstLine || header === undefined || (await digest(header)) !== hash) return null;
  const parsed = v.safeParse(headerSchema, JSON.parse(header));
  if (!parsed.success) return null;
  const { iterations, salt } = parsed.output;
  const end = `${name}\n${header}\n${hash}\n`.length;
  return { end, hash, salt: fromBase64(salt), iterations };
}

/** The sealed parts as slices, which hold no bytes; null where the lengths don't add up to the file. */
async function partsOf(file: Blob, start: number): Promise<readonly Blob[] | null> {
  const parts: Blob[] = [];
  for (let at = start; at < file.size; ) {
    if (at + 4 > file.size) return null;
    const length = new DataView(await file.slice(at, at + 4).arrayBuffer()).getUint32(0);
    if (at + 4 + length > file.size) return null;
    parts.push(file.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}
