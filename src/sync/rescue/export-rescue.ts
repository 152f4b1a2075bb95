import { type AttachmentId, submissionId } from '../../domain/ids.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import {
  encodeContents,
  type OpenContents,
  type StoredContents,
} from '../../store/format/contents.ts';
import { encodeSubmission } from '../../store/format/submission-row.ts';
import type { Agents, FileBytes, FormIds, SubmissionReads } from '../../store/outbox-ports.ts';
import type { AttachmentRow } from '../../store/rows.ts';
import { refillPool } from '../drain/form-id-pool.ts';
import { meetCopiedAgents } from '../mirror/agent-copies.ts';
import { readManifest, writeCopy } from '../mirror/mirror-copy.ts';
import { soundBytes } from '../mirror/sound-bytes.ts';
import type { Uses } from '../ports/ports.ts';
import { type Bytes, MIN_ITERATIONS, sealerFor, toBase64 } from './rescue-crypto.ts';
import { firstLine, mediaType, type Table } from './rescue-format.ts';

type ExportPorts = Uses<
  'api' | 'clock' | 'deviceIdentifier' | 'digest' | 'looksOffline' | 'mirror' | 'newId' | 'onInfo',
  SubmissionReads & FileBytes & FormIds & Agents
>;

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
export async function exportRescue(ports: ExportPorts, passphrase: string): Promise<ExportResult> {
  await giveFormIds(ports).catch(() => {});
  const { all, unread } = await undelivered(ports);
  if (all.length === 0) return { status: 'nothingToExport' };
  const sound = new Map<AttachmentId, AttachmentRow>();
  const missing: AttachmentRow[] = [];
  for (const { attachments, submission } of all)
    for (const row of attachments)
      if ((await soundBytes(ports, submission, row)) === null) missing.push(row);
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
    await add(textBytes(JSON.stringify(encodeContents(withOwnDevice(own, contents)))));
    for (const row of contents.attachments) {
      const file = sound.has(row.id) ? await soundBytes(ports, contents.submission, row) : null;
      if (file !== null) await add(new Uint8Array(await file.bytes.arrayBuffer()));
    }
  }
  const file = new Blob(parts, { type: mediaType });
  const unnumbered = all.flatMap(({ submission }) =>
    submission.formId === null ? [submission.personal.customerName] : [],
  );
  return { status: 'exported', file, submissions: all.length, missing, unread, unnumbered };
}

/**
 * One that is sent from two devices must carry one formId on both: each gets its own now, as far as
 * the pool and the network go. Nothing hangs on it: without one the file is as good.
 */
async function giveFormIds(ports: ExportPorts): Promise<void> {
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

/**
 * In the clear, as the file itself is sealed: another phone has none of the keys of this one. A form that has its number is this device's
 * to the server, whichever device finishes it.
 */
function withOwnDevice(own: string | null, contents: OpenContents): StoredContents {
  const { keys: _, agent: __, ...submission } = contents.submission;
  const device = own === null || submission.formId === null ? {} : { device: own };
  return { ...contents, submission: encodeSubmission({ ...device, ...submission }) };
}

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

type Undelivered = Readonly<{ all: readonly OpenContents[]; unread: number }>;

async function undelivered(ports: ExportPorts): Promise<Undelivered> {
  const { mirror, store } = ports;
  try {
    const ids = await store.undelivered();
    // One that the disk does not give any more, or that can't be read, keeps no other out of the file.
    return await readEach(ids, (id) => store.contents(id).catch(() => 'odd'));
  } catch (error) {
    if (!(await mirror.isThere())) throw error;
    await meetCopiedAgents(ports).catch(() => undefined);
    return readEach(await mirror.folders(), async (folder) => {
      const manifest = await readManifest(ports, submissionId(folder)).catch(() => null);
      return manifest === null ? undefined : store.openedCopy(manifest);
    });
  }
}

async function readEach<Id>(
  ids: readonly Id[],
  read: (id: Id) => Promise<OpenContents | 'odd' | undefined>,
): Promise<Undelivered> {
  const all: OpenContents[] = [];
  let unread = 0;
  for (const id of ids) {
    const contents = await read(id);
    if (contents === 'odd') unread += 1;
    else if (contents !== undefined) all.push(contents);
  }
  return { all, unread };
}
