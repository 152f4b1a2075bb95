import type { SubmissionId } from '../../domain/ids.ts';
import type { AttachmentRow, StoredAttachment } from '../../store/format/rows.ts';
import type { KeyHolder } from '../../store/keys/key-store.ts';
import type { WantedFile } from '../../store/outbox/outbox-port.ts';
import { asItLies, type CopyPorts, isWhole, nameInCopy, namesInCopy } from './copy.ts';

/** What tells whether bytes are a file's as it was captured, and where they lie. */
export type WantedBytes = WantedFile & Pick<AttachmentRow, 'size' | 'sha256'>;

/** A file's bytes as they were captured. `copy`: the store's are lost or damaged; this is the second copy, as it lies there. */
export type SoundBytes = Readonly<{ bytes: Blob; copy: Blob | null }>;

/**
 * The stored bytes, opened, if they are those that were captured, else the second copy's; null where both are lost. Rejects where a
 * home of the secrets failed, which may pass.
 * @param unread what a failure to read the store means; it may throw
 */
export async function soundBytes(
  ports: CopyPorts,
  of: KeyHolder,
  file: WantedBytes,
  unread: (error: unknown) => undefined = () => undefined,
): Promise<SoundBytes | null> {
  const stored = await ports.store.bytes(file.id).catch(unread);
  const bytes = stored && (await opened(ports, of, file, stored));
  if (bytes) return { bytes, copy: null };
  for (const name of namesInCopy(file.id)) {
    const copy = await ports.mirror.get(of.id, name).catch(() => undefined);
    const copied = copy && (await opened(ports, of, file, copy));
    if (copied) return { bytes: copied, copy };
  }
  return null;
}

/** null: they are not those that were captured. */
async function opened(
  ports: CopyPorts,
  of: KeyHolder,
  file: WantedBytes,
  bytes: Blob,
): Promise<Blob | null> {
  const plain = await ports.store.openedBytes(of, file, bytes);
  return plain !== undefined && (await isWhole(ports, plain, file)) ? plain : null;
}

/** The second copy's bytes as they lie there, if they are those that lay in the store. */
export async function copiedBytes(
  ports: Pick<CopyPorts, 'mirror' | 'digest'>,
  of: SubmissionId,
  row: StoredAttachment,
): Promise<Blob | null> {
  const copy = await ports.mirror.get(of, nameInCopy(row)).catch(() => undefined);
  return copy !== undefined && (await isWhole(ports, copy, asItLies(row))) ? copy : null;
}
