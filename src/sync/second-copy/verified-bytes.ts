import type { SubmissionId } from '../../domain/ids.ts';
import type { AttachmentRow, StoredAttachment } from '../../store/format/rows.ts';
import type { KeyedRow } from '../../store/keys/key-store.ts';
import type { WantedFile } from '../../store/outbox/outbox-port.ts';
import { withTimeLimit } from '../locks.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { type CopyPorts, copyFileName, isIntact, namesInCopy, rawCopyFile } from './copy.ts';

type BytesPorts = CopyPorts & Pick<SyncPorts, 'clock'>;

/** The values that find and verify a file's bytes. */
export type WantedBytes = WantedFile & Pick<AttachmentRow, 'size' | 'sha256'>;

/** A file's verified bytes. `copy`: the encrypted bytes of the second copy if the store's bytes are lost or damaged, else null. */
export type VerifiedBytes = Readonly<{ bytes: Blob; copy: Blob | null }>;

/**
 * Returns the decrypted bytes of the store if they match the captured bytes, else those of the second copy. Returns null if both are
 * lost. Rejects if a secret storage fails or the second copy hangs; a later call may succeed.
 * @param unread handles a read error of the store; it may throw
 */
export async function verifyBytes(
  ports: BytesPorts,
  of: KeyedRow,
  file: WantedBytes,
  unread: (error: unknown) => undefined = () => undefined,
): Promise<VerifiedBytes | null> {
  // Looks twice. A page may encrypt an older build's form between the read of the bytes and the read of the key, before the copy.
  return (await foundBytes(ports, of, file, unread)) ?? foundBytes(ports, of, file, unread);
}

async function foundBytes(
  ports: BytesPorts,
  of: KeyedRow,
  file: WantedBytes,
  unread: (error: unknown) => undefined,
): Promise<VerifiedBytes | null> {
  const stored = await ports.store.bytes(file.id).catch(unread);
  const bytes = stored && (await opened(ports, of, file, stored));
  if (bytes) return { bytes, copy: null };
  for (const name of namesInCopy(file.id)) {
    const copy = await readInTime(ports, of.id, name);
    const copied = copy && (await opened(ports, of, file, copy));
    if (copied) return { bytes: copied, copy };
  }
  return null;
}

/** Returns undefined if the copy lacks the file or fails. Rejects if the copy hangs, so that the file does not count as lost. */
const readInTime = (
  ports: Pick<BytesPorts, 'clock' | 'secondCopy'>,
  of: SubmissionId,
  name: string,
): Promise<Blob | undefined> =>
  withTimeLimit(ports, ({ secondCopy }) => secondCopy.get(of, name).catch(() => undefined));

/** Decrypts bytes. Returns null if they do not decrypt, or if they differ from the captured bytes. */
async function opened(
  ports: BytesPorts,
  of: KeyedRow,
  file: WantedBytes,
  bytes: Blob,
): Promise<Blob | null> {
  const plain = await ports.store.openedBytes(of, file, bytes);
  return plain !== undefined && (await isIntact(ports, plain, file)) ? plain : null;
}

/** Returns the second copy's encrypted bytes. Returns null if they do not match the size and hash of the row. */
export async function copiedBytes(
  ports: Pick<BytesPorts, 'clock' | 'secondCopy' | 'digest'>,
  of: SubmissionId,
  row: StoredAttachment,
): Promise<Blob | null> {
  const copy = await readInTime(ports, of, copyFileName(row));
  return copy !== undefined && (await isIntact(ports, copy, rawCopyFile(row))) ? copy : null;
}
