import type { AttachmentId } from '../../domain/ids.ts';
import { lacksFormId } from '../../domain/submission-state.ts';
import { encodeContents, type StoredContents } from '../../store/format/contents.ts';
import type { Agents, FileBytes, FormIds, SubmissionReads } from '../../store/outbox-ports.ts';
import type { AttachmentRow } from '../../store/rows.ts';
import { refillPool } from '../drain/form-id-pool.ts';
import { writeCopy } from '../mirror/mirror-copy.ts';
import { soundBytes } from '../mirror/sound-bytes.ts';
import type { Uses } from '../ports/ports.ts';
import { type Bytes, MIN_ITERATIONS, sealerFor, toBase64 } from './rescue-crypto.ts';
import { firstLine, mediaType, type Table } from './rescue-format.ts';
import { rescueParts } from './rescue-parts.ts';

type ExportPorts = Uses<
  | 'api'
  | 'clock'
  | 'deviceIdentifier'
  | 'digest'
  | 'lock'
  | 'looksOffline'
  | 'mirror'
  | 'newId'
  | 'onInfo',
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
  const { all, unread } = await rescueParts(ports);
  if (all.length === 0) return { status: 'nothingToExport' };
  const sound = new Map<AttachmentId, AttachmentRow>();
  const missing: AttachmentRow[] = [];
  for (const { attachments, holder } of all)
    for (const row of attachments)
      if ((await soundBytes(ports, holder, row)) === null) missing.push(row);
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
    submissions: all.map(({ attachments, holder }) => ({
      id: holder.id,
      files: attachments.map((row) => row.id).filter((id) => sound.has(id)),
    })),
  };
  await add(textBytes(JSON.stringify(table)));
  for (const { attachments, contents, holder } of all) {
    await add(textBytes(JSON.stringify(encodeContents(withOwnDevice(own, contents)))));
    for (const row of attachments) {
      const file = sound.has(row.id) ? await soundBytes(ports, holder, row) : null;
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

/** A form that has its number is this device's to the server, whichever device finishes it. */
const withOwnDevice = (
  own: string | null,
  { submission, ...rest }: StoredContents,
): StoredContents => ({
  ...rest,
  submission:
    own === null || submission.formId === null ? submission : { device: own, ...submission },
});

const textBytes = (text: string): Bytes => new TextEncoder().encode(text);
