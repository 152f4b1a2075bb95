import type { SubmissionId } from '../../domain/ids.ts';
import type { AttachmentRow, StoredAttachment } from '../../store/format/rows.ts';
import type { KeyedRow } from '../../store/keys/key-store.ts';
import type { WantedFile } from '../../store/outbox/outbox-port.ts';
import { type CopyPorts, copyFileName, isIntact, namesInCopy, rawCopyFile } from './copy.ts';

/** The hash, size and name by which a file's bytes are found and verified. */
export type WantedBytes = WantedFile & Pick<AttachmentRow, 'size' | 'sha256'>;

/** A file's verified bytes. `copy`: the store's bytes are lost or damaged, and this is the second copy's, encrypted. */
export type VerifiedBytes = Readonly<{ bytes: Blob; copy: Blob | null }>;

/**
 * Returns the stored bytes, decrypted, if they match the captured ones, else the second copy's. Returns null if both are lost. Rejects
 * if a secret storage failed; a later call may succeed.
 * @param unread handles a failure to read the store; it may throw
 */
export async function verifyBytes(
  ports: CopyPorts,
  of: KeyedRow,
  file: WantedBytes,
  unread: (error: unknown) => undefined = () => undefined,
): Promise<VerifiedBytes | null> {
  const stored = await ports.store.bytes(file.id).catch(unread);
  const bytes = stored && (await opened(ports, of, file, stored));
  if (bytes) return { bytes, copy: null };
  for (const name of namesInCopy(file.id)) {
    const copy = await ports.secondCopy.get(of.id, name).catch(() => undefined);
    const copied = copy && (await opened(ports, of, file, copy));
    if (copied) return { bytes: copied, copy };
  }
  return null;
}

/** Returns null if the bytes differ from the captured ones. */
async function opened(
  ports: CopyPorts,
  of: KeyedRow,
  file: WantedBytes,
  bytes: Blob,
): Promise<Blob | null> {
  const plain = await ports.store.openedBytes(of, file, bytes);
  return plain !== undefined && (await isIntact(ports, plain, file)) ? plain : null;
}

/** Returns the second copy's encrypted bytes, if they match the stored ones. */
export async function copiedBytes(
  ports: Pick<CopyPorts, 'secondCopy' | 'digest'>,
  of: SubmissionId,
  row: StoredAttachment,
): Promise<Blob | null> {
  const copy = await ports.secondCopy.get(of, copyFileName(row)).catch(() => undefined);
  return copy !== undefined && (await isIntact(ports, copy, rawCopyFile(row))) ? copy : null;
}
