import { type AttachmentId, submissionId } from '../../domain/ids.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
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
export type RescuePart = Readonly<{
  contents: StoredContents;
  attachments: readonly AttachmentRow[];
  /** The row whose key decrypts the files. */
  holder: KeyedRow;
  /** Null if this version can't read the submission. It is exported unchanged, because a later version may read it. */
  submission: UndeliveredSubmission | null;
}>;

export type RescueParts = Readonly<{
  all: readonly RescuePart[];
  /** The number of submissions that are unreadable, or whose key is lost. */
  unread: number;
}>;

type PartPorts = CopyPorts & Uses<'clock', SubmissionReads>;

/** All undelivered submissions of the agent at this page. If the database does not open, reads the second copies. */
async function rescueParts(ports: PartPorts): Promise<RescueParts> {
  const { secondCopy, store } = ports;
  try {
    // If one submission is unreadable, the others are still exported.
    return await readEach(await store.ownUndelivered(), (id) =>
      partOf(ports, id).catch(() => 'unread'),
    );
  } catch (error) {
    if ((await secondCopy.state()) !== 'open') throw error;
    await loadAgentsFromCopies(ports).catch(() => undefined);
    return readEach(await secondCopy.folders(), async (folder) => {
      const manifest = await readManifest(ports, submissionId(folder)).catch(() => null);
      // If its agent cannot be read, the copy may be another agent's. Then it is not exported.
      return manifest === null ? undefined : partOfCopy(ports, manifest).catch(() => 'unread');
    });
  }
}

async function partOfCopy(
  { store }: PartPorts,
  manifest: Contents,
): Promise<RescuePart | 'unread' | undefined> {
  if (await store.belongsToOther(manifest.submission)) return undefined;
  const opened = await store.openedCopy(manifest);
  return opened === 'unreadable' ? 'unread' : openPart(opened);
}

async function readEach<Id>(
  ids: readonly Id[],
  read: (id: Id) => Promise<RescuePart | 'unread' | undefined>,
): Promise<RescueParts> {
  const all: RescuePart[] = [];
  let unread = 0;
  for (const id of ids) {
    const part = await read(id);
    if (part === 'unread') unread += 1;
    else if (part !== undefined) all.push(part);
  }
  return { all, unread };
}

async function partOf(
  { store }: PartPorts,
  id: Parameters<SubmissionReads['contents']>[0],
): Promise<RescuePart | 'unread' | undefined> {
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
  /** `missing`: files that this device can't read. They are not exported. */
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
 * Exports all undelivered submissions and drafts, encrypted with a passphrase. Only one file's bytes are in memory at a time. If the
 * database does not open, exports the second copies.
 */
export async function exportRescue(ports: ExportPorts, passphrase: string): Promise<ExportResult> {
  await giveFormIds(ports).catch(() => {});
  const { all, unread } = await rescueParts(ports);
  if (all.length === 0) return { status: 'nothingToExport', unread };
  const verified = new Map<AttachmentId, AttachmentRow>();
  const missing: AttachmentRow[] = [];
  for (const { attachments, holder } of all)
    for (const row of attachments)
      if ((await verifyBytes(ports, holder, row).catch(() => null)) === null) missing.push(row);
      else verified.set(row.id, row);

  const salt = crypto.getRandomValues(new Uint8Array(16));
  const header = JSON.stringify({
    kdf: 'PBKDF2-SHA-256',
    cipher: 'AES-256-GCM',
    iterations: MIN_ITERATIONS,
    salt: toBase64(salt),
  });
  const headerHash = await ports.digest(header);
  const sealer = await sealerFor(passphrase, salt, MIN_ITERATIONS, headerHash);

  // Null if the database does not open. The rescue file also works without the identifier.
  const own = await ports.deviceIdentifier().catch(() => null);
  const parts: BlobPart[] = [`${firstLine}\n${header}\n${headerHash}\n`];
  let index = 0;
  const add = async (plain: Bytes): Promise<void> => {
    const sealed = await sealer.seal(index, plain);
    index += 1;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, sealed.length);
    // Each part is its own Blob, so that the browser may store it on the disk.
    parts.push(new Blob([length, sealed]));
  };
  const table: Table = {
    createdAt: ports.clock.now(),
    submissions: all.map(({ attachments, holder }) => ({
      id: holder.id,
      files: attachments.map((row) => row.id).filter((id) => verified.has(id)),
    })),
  };
  await add(textBytes(JSON.stringify(table)));
  for (const { attachments, contents, holder } of all) {
    await add(textBytes(JSON.stringify(encodeContents(withOwnDevice(own, contents)))));
    for (const row of attachments) {
      const file = verified.has(row.id) ? await verifyBytes(ports, holder, row) : null;
      if (file !== null) await add(new Uint8Array(await file.bytes.arrayBuffer()));
    }
  }
  const file = new Blob(parts, { type: mediaType });
  const unnumbered = all.flatMap(({ submission }) =>
    submission?.formId === null ? [submission.personal.customerName] : [],
  );
  return { status: 'exported', file, submissions: all.length, missing, unread, unnumbered };
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
