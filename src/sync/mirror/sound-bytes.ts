import type { SubmissionId } from '../../domain/ids.ts';
import type { AttachmentRow } from '../../store/rows.ts';
import { type CopyPorts, isWhole } from './mirror-copy.ts';

/** What tells whether bytes are a file's, and where they lie. */
export type WantedBytes = Pick<AttachmentRow, 'id' | 'size' | 'sha256'>;

/** A file's bytes as they were captured. `isCopy`: the store's are lost or damaged, and these are the second copy's. */
export type SoundBytes = Readonly<{ bytes: Blob; isCopy: boolean }>;

/**
 * The stored bytes if they are those that were captured, else the second copy's; null where both are lost.
 * @param unread what a failure to read the store means; it may throw
 */
export async function soundBytes(
  ports: CopyPorts,
  of: SubmissionId,
  file: WantedBytes,
  unread: (error: unknown) => undefined = () => undefined,
): Promise<SoundBytes | null> {
  const stored = await ports.store.bytes(file.id).catch(unread);
  if (stored !== undefined && (await isWhole(ports, stored, file)))
    return { bytes: stored, isCopy: false };
  const copy = await copiedBytes(ports, of, file);
  return copy === null ? null : { bytes: copy, isCopy: true };
}

/** The second copy's bytes, if they are those that were captured. */
export async function copiedBytes(
  ports: Pick<CopyPorts, 'mirror' | 'digest'>,
  of: SubmissionId,
  file: WantedBytes,
): Promise<Blob | null> {
  const copy = await ports.mirror.get(of, file.id).catch(() => undefined);
  return copy !== undefined && (await isWhole(ports, copy, file)) ? copy : null;
}
