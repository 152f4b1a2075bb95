import { type AttachmentId, submissionId } from '../../domain/ids.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
import { isSameRow } from '../../store/db/transactions.ts';
import {
  type Contents,
  encodeContents,
  type OpenContents,
  type StoredContents,
} from '../../store/format/contents.ts';
import type { AttachmentRow, StoredAttachment } from '../../store/format/rows.ts';
import { encodeSubmission } from '../../store/format/submission-row.ts';
import type { KeyedRow } from '../../store/keys/key-store.ts';
import type {
  Agents,
  FileBytes,
  FormIds,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { refillPool } from '../drain/form-id-pool.ts';
import { withSubmitLock } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { loadAgentsFromCopies } from '../second-copy/agent-copies.ts';
import { type CopyPorts, readManifest, writeCopyInTime } from '../second-copy/copy.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';
import {
  type Bytes,
  firstLine,
  MIN_ITERATIONS,
  mediaType,
  sealerFor,
  type Table,
  toBase64,
} from './rescue-format.ts';

/** One decrypted submission for a rescue file. Another phone does not have this phone's keys; the rescue file has its own encryption. */
type RescuePart = Readonly<{
  contents: StoredContents;
  attachments: readonly AttachmentRow[];
  /** The row whose key decrypts the files. */
  holder: KeyedRow;
  /** Null if this version can't read the submission. It is exported unchanged, because a later version may read it. */
  submission: UndeliveredSubmission | null;
}>;

/** A submission with the decrypted bytes of its files. */
type WholePart = RescuePart &
  Readonly<{ files: ReadonlyMap<AttachmentId, Blob>; missing: readonly AttachmentRow[] }>;

/** `unread`: the submission is unreadable, or its key is lost. Undefined: the submission is delivered, deleted or another agent's. */
type Read<Part> = Promise<Part | 'unread' | undefined>;

/** @param isOwn true if an earlier read found this submission */
type ReadPart = (isOwn: boolean) => Read<RescuePart>;

type PartPorts = CopyPorts & Uses<'clock', SubmissionReads>;

/** A reader for each undelivered submission of the agent at this page. If the database does not open, reads the second copies. */
async function partReaders(ports: PartPorts): Promise<readonly ReadPart[]> {
  const { secondCopy, store } = ports;
  try {
    const ids = await store.ownUndelivered();
    // If one submission is unreadable, the others are still exported.
    return ids.map((id) => () => partOf(ports, id).catch(() => 'unread'));
  } catch (error) {
    if ((await secondCopy.state()) !== 'open') throw error;
    await loadAgentsFromCopies(ports).catch(() => undefined);
    return (await secondCopy.folders()).map((folder) => async (isOwn) => {
      const manifest = await readManifest(ports, submissionId(folder)).catch(() => null);
      if (manifest !== null) return partOfCopy(ports, manifest).catch(() => 'unread');
      // If its agent cannot be read, the copy may be another agent's. Then it is not exported.
      return isOwn && (await isFolder(ports, folder)) ? 'unread' : undefined;
    });
  }
}

/** False only if the copy is deleted, because its submission is delivered or deleted. */
const isFolder = ({ secondCopy }: PartPorts, folder: string): Promise<boolean> =>
  secondCopy.folders().then(
    (folders) => folders.includes(folder),
    () => true,
  );

async function partOfCopy({ store }: PartPorts, manifest: Contents): Read<RescuePart> {
  if (await store.belongsToOther(manifest.submission)) return undefined;
  const opened = await store.openedCopy(manifest);
  return opened === 'unreadable' ? 'unread' : openPart(opened);
}

/** A submission may change between two reads. More tries mean a fault. */
const MAX_TRIES = 5;

/**
 * Reads a submission and its files. A drain or another tab may deliver, delete or change the submission between the reads. So a file
 * counts as missing only if the submission still has the same files and keys afterwards.
 */
async function readWhole(ports: PartPorts, read: ReadPart): Read<WholePart> {
  let part = await read(false);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (part === undefined || part === 'unread') return part;
    const whole = await withFiles(ports, part);
    if (whole.missing.length === 0) return whole;
    part = await read(true);
    if (isSameRow(filesOf(part), filesOf(whole))) return whole;
  }
  throw new Error('A form changed during each try to export it.');
}

const filesOf = (part: Awaited<Read<RescuePart>>): unknown =>
  typeof part === 'object' ? [part.attachments, part.holder.keys] : part;

async function withFiles(ports: PartPorts, part: RescuePart): Promise<WholePart> {
  const files = new Map<AttachmentId, Blob>();
  const missing: AttachmentRow[] = [];
  for (const row of part.attachments) {
    const bytes = await fileBytes(ports, part.holder, row).catch(() => null);
    if (bytes === null) missing.push(row);
    else files.set(row.id, bytes);
  }
  return { ...part, files, missing };
}

/** Copies the bytes. A stored Blob may become unreadable when its row is deleted. */
async function fileBytes(
  ports: PartPorts,
  holder: KeyedRow,
  row: AttachmentRow,
): Promise<Blob | null> {
  const verified = await verifyBytes(ports, holder, row);
  return verified && new Blob([await verified.bytes.arrayBuffer()]);
}

async function partOf(
  { store }: PartPorts,
  id: Parameters<SubmissionReads['contents']>[0],
): Read<RescuePart> {
  const opened = await store.contents(id);
  if (opened !== 'unreadable') return opened && openPart(opened);
  const contents = await store.storedContents(id);
  if (contents?.submission.keys !== undefined) return 'unread';
  return (
    contents && {
      contents,
      attachments: contents.attachments.filter(isPlaintext),
      holder: contents.submission,
      submission: null,
    }
  );
}

const isPlaintext = (row: StoredAttachment): row is StoredAttachment & AttachmentRow =>
  row.sealedName === undefined;

function openPart(opened: OpenContents): RescuePart {
  const { keys: _, agent: __, ...submission } = opened.submission;
  return {
    contents: { ...opened, submission: encodeSubmission(submission) },
    attachments: opened.attachments,
    holder: opened.submission,
    submission,
  };
}

type ExportPorts = Uses<
  | 'api'
  | 'clock'
  | 'deviceIdentifier'
  | 'digest'
  | 'lock'
  | 'looksOffline'
  | 'secondCopy'
  | 'newId'
  | 'onInfo',
  SubmissionReads & FileBytes & FormIds & Agents
>;

export type ExportResult =
  /** `missing`: files of exported submissions that this device can't read. They are not exported. */
  | Readonly<{
      status: 'exported';
      file: Blob;
      submissions: number;
      missing: readonly AttachmentRow[];
      /** Names of customers whose form has no form number. If two devices send such a form, the server stores two forms. */
      unnumbered: readonly string[];
      /** The number of unreadable submissions. They are not exported. */
      unread: number;
    }>
  /** `unread`: the number of unreadable submissions, which may still be unsent. */
  | Readonly<{ status: 'nothingToExport'; unread: number }>;

/**
 * Exports all undelivered submissions and drafts of the agent, encrypted with a passphrase. Only one submission's bytes are in memory at
 * a time. If the database does not open, exports the second copies.
 */
export async function exportRescue(ports: ExportPorts, passphrase: string): Promise<ExportResult> {
  await giveFormIds(ports).catch(() => {});
  const readers = await partReaders(ports);
  if (readers.length === 0) return { status: 'nothingToExport', unread: 0 };
  const { head, seal } = await beginFile(ports, passphrase);

  // Null if the database does not open. The rescue file also works without the identifier.
  const own = await ports.deviceIdentifier().catch(() => null);
  // The parts after the table, which is sealed last: it lists exactly these parts.
  const parts: Blob[] = [];
  const add = async (plain: Bytes): Promise<void> => {
    parts.push(await seal(parts.length + 1, plain));
  };
  const submissions: Table['submissions'] = [];
  const missing: AttachmentRow[] = [];
  const unnumbered: string[] = [];
  let unread = 0;
  for (const read of readers) {
    const part = await readWhole(ports, read);
    if (part === 'unread') unread += 1;
    if (part === undefined || part === 'unread') continue;
    const { contents, files, holder, submission } = part;
    await add(textBytes(JSON.stringify(encodeContents(withOwnDevice(own, contents)))));
    for (const bytes of files.values()) await add(new Uint8Array(await bytes.arrayBuffer()));
    submissions.push({ id: holder.id, files: [...files.keys()] });
    missing.push(...part.missing);
    if (submission?.formId === null) unnumbered.push(submission.personal.customerName);
  }
  if (submissions.length === 0) return { status: 'nothingToExport', unread };
  const table: Table = { createdAt: ports.clock.now(), submissions };
  const first = await seal(0, textBytes(JSON.stringify(table)));
  const file = new Blob([head, first, ...parts], { type: mediaType });
  return { status: 'exported', file, submissions: submissions.length, missing, unread, unnumbered };
}

/** The lines of a new file before its parts, and a function that makes a part. */
async function beginFile(
  ports: Pick<ExportPorts, 'digest'>,
  passphrase: string,
): Promise<Readonly<{ head: string; seal: (index: number, plain: Bytes) => Promise<Blob> }>> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const header = JSON.stringify({
    kdf: 'PBKDF2-SHA-256',
    cipher: 'AES-256-GCM',
    iterations: MIN_ITERATIONS,
    salt: toBase64(salt),
  });
  const headerHash = await ports.digest(header);
  const sealer = await sealerFor(passphrase, salt, MIN_ITERATIONS, headerHash);
  return {
    head: `${firstLine}\n${header}\n${headerHash}\n`,
    seal: async (index, plain) => {
      const sealed = await sealer.seal(index, plain);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, sealed.length);
      // Each part is its own Blob, so that the browser may store it on the disk.
      return new Blob([length, sealed]);
    },
  };
}

/**
 * Gives each exported form a formId before the export, if pool and network allow: the same form from two devices must have one id. The
 * export continues if this fails.
 */
async function giveFormIds(ports: ExportPorts): Promise<void> {
  const { clock, store } = ports;
  let mayAsk = !ports.looksOffline();
  for (const { id } of (await store.queued()).filter(lacksFormId)) {
    if (mayAsk && (await store.poolSize(clock.now())) === 0) {
      await refillPool(ports, new AbortController().signal);
      mayAsk = (await store.poolSize(clock.now())) > 0;
    }
    if (await store.giveFormId(id, clock.now()))
      await withSubmitLock(ports, id, () => writeCopyInTime(ports, id));
  }
}

/** Adds this device's identifier to a submission with a formId: the server may have bound the form to this device. */
const withOwnDevice = (
  own: string | null,
  { submission, ...rest }: StoredContents,
): StoredContents => ({
  ...rest,
  submission:
    own === null || submission.formId === null ? submission : { device: own, ...submission },
});

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);
