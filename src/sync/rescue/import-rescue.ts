import * as v from 'valibot';
import { type AttachmentId, attachmentId } from '../../domain/ids.ts';
import { advance } from '../../domain/submission.ts';
import type { Submission, UndeliveredSubmission } from '../../domain/submission-types.ts';
import { isQuotaError } from '../../store/db/transactions.ts';
import type { Contents } from '../../store/format/contents.ts';
import type { StoredAttachment } from '../../store/format/rows.ts';
import type {
  Agents,
  FileBytes,
  RestorePort,
  SubmissionReads,
  UndoPort,
} from '../../store/outbox/outbox-port.ts';
import type { WholeContents } from '../../store/outbox/restoring.ts';
import { withSubmitLock } from '../locks.ts';
import type { SyncPorts, Uses } from '../ports/ports.ts';
import { isIntact, writeCopyInTime } from '../second-copy/copy.ts';
import {
  anyFirstLine,
  type Bytes,
  firstLine,
  fromBase64,
  headerSchema,
  parseManifest,
  SEAL_BYTES,
  type Sealer,
  sealerFor,
  type Table,
  tableSchema,
} from './rescue-format.ts';

type Opened = Readonly<{
  sealer: Sealer;
  /** The number of submissions that this version can't read. */
  unknown: number;
  submissions: readonly Readonly<{
    contents: Contents;
    parts: readonly Readonly<{ index: number; part: Blob; row: StoredAttachment }>[];
  }>[];
}>;

const bytesOf = async (part: Blob): Promise<Bytes> => new Uint8Array(await part.arrayBuffer());

/** Decrypts and checks every part. Keeps only the manifests in memory. */
async function openRescue(
  ports: Pick<SyncPorts, 'digest'>,
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
    const contents = parseManifest(json, id);
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
      if (!row || !part || !plain || !(await isIntact(ports, new Blob([plain]), row)))
        return 'damaged';
      own.push({ index, part, row });
      index += 1;
    }
    submissions.push({ contents, parts: own });
  }
  return { sealer, submissions, unknown };
}

type Head = Readonly<{ end: number; hash: string; salt: Bytes; iterations: number }>;

async function headOf(
  { digest }: Pick<SyncPorts, 'digest'>,
  file: Blob,
): Promise<Head | 'damaged' | 'newer'> {
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

/** An encrypted part as a slice of the file (not in memory), and its end in the file. */
type Part = Readonly<{ part: Blob; end: number }>;

async function partAt(file: Blob, at: number): Promise<Part | null> {
  if (at + 4 > file.size) return null;
  const length = new DataView(await file.slice(at, at + 4).arrayBuffer()).getUint32(0);
  const end = at + 4 + length;
  return length < SEAL_BYTES || end > file.size ? null : { part: file.slice(at + 4, end), end };
}

/** All parts, including the first. Returns null if the file does not end exactly after the number of parts in the table. */
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

type ImportPorts = Uses<
  'clock' | 'deviceIdentifier' | 'digest' | 'lock' | 'secondCopy',
  SubmissionReads & FileBytes & RestorePort & UndoPort & Agents
>;

export type ImportResult =
  /**
   * `skipped`: the number of submissions that this device already has or has delivered. `unknown`: the number of submissions that this
   * version can't read; they are not imported.
   */
  | Readonly<{ status: 'imported'; imported: number; skipped: number; unknown: number }>
  /** Or the table of contents is damaged: the two cannot be told apart. Nothing was written. */
  | Readonly<{ status: 'wrongPassphrase' }>
  /** The file is truncated, changed or no rescue file. Nothing was written. */
  | Readonly<{ status: 'damaged' }>
  /** A newer version of the app wrote the file, and this version can't read it. Nothing was written. */
  | Readonly<{ status: 'newer' }>
  /** The device is full. `imported`: the number of submissions that were stored. The person can import the file again. */
  | Readonly<{ status: 'notSaved'; reason: 'quota'; imported: number }>;

/** Checks the whole file before it writes. Then stores each submission that this device neither has nor has delivered. */
export async function importRescue(
  ports: ImportPorts,
  file: Blob,
  passphrase: string,
): Promise<ImportResult> {
  const opened = await openRescue(ports, file, passphrase);
  if (typeof opened === 'string') return { status: opened };
  const own = await ports.deviceIdentifier();
  const delivered = await ports.store.deliveredIds();
  let imported = 0;
  let skipped = 0;
  let { unknown } = opened;
  try {
    for (const { contents, parts } of opened.submissions) {
      const { id } = contents.submission;
      if (delivered.has(id) || (await ports.store.row(id)) !== undefined) {
        skipped += 1;
        continue;
      }
      const files = new Map<AttachmentId, Blob>();
      for (const { index, part, row } of parts) {
        const plain = await opened.sealer.open(index, await bytesOf(part));
        if (plain === null) return { status: 'damaged' };
        files.set(row.id, new Blob([plain], { type: row.type }));
      }
      const submission = waitingForCopy(
        advance(withoutOwnDevice(own, contents.submission), {
          event: 'restored',
          at: ports.clock.now(),
        }),
      );
      const sealed = await ports.store.sealed({ ...contents, submission }, files);
      if (sealed === null) {
        unknown += 1;
        continue;
      }
      if ((await storeImported(ports, sealed)) === 'restored') imported += 1;
      else skipped += 1;
    }
  } catch (error) {
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota', imported };
    throw error;
  }
  return { status: 'imported', imported, skipped, unknown };
}

/**
 * Stores a submission and its copy under its lock. Without the lock, a drain could use a form number, and the copy would get the older
 * row without it. Returns null if another tab imports the submission.
 */
const storeImported = (
  ports: ImportPorts,
  { contents, files }: WholeContents,
): Promise<'restored' | 'present' | null> =>
  withSubmitLock(ports, contents.submission.id, async () => {
    const restored = await ports.store.restore(contents, files);
    await writeCopyInTime(ports, contents.submission.id).catch(() => null);
    return restored;
  });

/** The second copy is on the other phone. So a drain on this phone tries to write a copy before it sends. */
const waitingForCopy = <S extends Submission>(submission: S): S =>
  submission.status === 'queued' ? { ...submission, mirrored: false } : submission;

function withoutOwnDevice(
  own: string,
  { device, ...submission }: UndeliveredSubmission,
): UndeliveredSubmission {
  return device === undefined || device === own ? submission : { ...submission, device };
}
