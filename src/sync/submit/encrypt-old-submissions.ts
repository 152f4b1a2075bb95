import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type {
  Agents,
  EncryptOldRowsPort,
  FileBytes,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { withSubmitLock } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { writeCopy } from '../second-copy/copy.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';

type OldPorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy',
  SubmissionReads & FileBytes & Agents & EncryptOldRowsPort
>;

/**
 * Encrypts the rows of older builds, one submission at a time: rows and files in one write, then the copy. After a kill the next start
 * continues; until then every reader accepts both. Returns how many it encrypted.
 * @param rest awaited before each submission, because its photos are large
 */
export async function sealOldRows(ports: OldPorts, rest: () => Promise<void>): Promise<number> {
  let sealed = 0;
  for (const id of await ports.store.unencryptedIds()) {
    await rest();
    // Waits for the lock: a Submit at this moment leaves the row unencrypted, and the next start may be tomorrow.
    if ((await withSubmitLock(ports, id, () => sealOne(ports, id))) === true) sealed += 1;
  }
  return sealed;
}

async function sealOne(ports: OldPorts, id: SubmissionId): Promise<boolean> {
  const { store } = ports;
  const contents = await store.storedContents(id);
  // It is deleted, or another tab was first.
  if (contents === undefined || contents.submission.keys !== undefined) return false;
  const files = new Map<AttachmentId, Blob>();
  for (const row of contents.attachments) {
    // The file's own bytes or its copy's. A file that is lost in both places stays lost and is reported later.
    const verified = await verifyBytes(ports, contents.submission, row);
    if (verified !== null) files.set(row.id, verified.bytes);
  }
  if ((await store.encryptOldRow(contents, files)) === 'changed') return false;
  // Fails on a full disk. Then the copy stays unencrypted until it is written the next time.
  await writeCopy(ports, id).catch(() => null);
  return true;
}
