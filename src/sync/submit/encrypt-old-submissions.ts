import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type {
  Agents,
  EncryptOldRowsPort,
  FileBytes,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { withSubmitLock } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { writeCopyInTime } from '../second-copy/copy.ts';
import { verifyBytes } from '../second-copy/verified-bytes.ts';

type OldPorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy',
  SubmissionReads & FileBytes & Agents & EncryptOldRowsPort
>;

/**
 * Encrypts submissions of older builds, one at a time: rows and files in one write, then the copy. If the app is killed, the next start
 * continues; readers accept encrypted and unencrypted rows. Returns the number of encrypted submissions.
 * @param rest awaited before each submission, because photos are large
 */
export async function sealOldRows(ports: OldPorts, rest: () => Promise<void>): Promise<number> {
  let sealed = 0;
  for (const id of await ports.store.unencryptedIds()) {
    await rest();
    // Waits if a Submit has the lock. Without waiting, the row would stay unencrypted until the next start, perhaps tomorrow.
    if ((await withSubmitLock(ports, id, () => sealOne(ports, id))) === true) sealed += 1;
  }
  return sealed;
}

async function sealOne(ports: OldPorts, id: SubmissionId): Promise<boolean> {
  const { store } = ports;
  const contents = await store.storedContents(id);
  // The submission is deleted, or another tab has encrypted it.
  if (contents === undefined || contents.submission.keys !== undefined) return false;
  const files = new Map<AttachmentId, Blob>();
  for (const row of contents.attachments) {
    // Bytes of the database or of the second copy. If both are lost, the file stays lost and is reported later.
    const verified = await verifyBytes(ports, contents.submission, row);
    if (verified !== null) files.set(row.id, verified.bytes);
  }
  if ((await store.encryptOldRow(contents, files)) === 'changed') return false;
  // Fails if the disk is full. Then the copy stays unencrypted until the next write.
  await writeCopyInTime(ports, id).catch(() => null);
  return true;
}
