import type { AttachmentId } from '../../domain/ids.ts';
import { advance } from '../../domain/submission.ts';
import type { UndeliveredSubmission } from '../../domain/submission-types.ts';
import type { Agents, FileBytes, Restoring, SubmissionReads } from '../../store/outbox-ports.ts';
import { isQuotaError } from '../../store/storage-errors.ts';
import { writeCopy } from '../mirror/mirror-copy.ts';
import type { Uses } from '../ports/ports.ts';
import { bytesOf, openRescue } from './open-rescue.ts';

type ImportPorts = Uses<
  'clock' | 'deviceIdentifier' | 'digest' | 'lock' | 'mirror',
  SubmissionReads & FileBytes & Restoring & Agents
>;

export type ImportResult =
  /**
   * `skipped`: on this device already, in whatever state, delivered ones too. `unknown`: left out, since this version
   * does not understand them.
   */
  | Readonly<{ status: 'imported'; imported: number; skipped: number; unknown: number }>
  | Readonly<{ status: 'wrongPassphrase' }>
  /** Cut short, changed, or no rescue file at all. Nothing was written. */
  | Readonly<{ status: 'damaged' }>
  /** A newer version of the app wrote it; this one can't read it. Nothing was written. */
  | Readonly<{ status: 'newer' }>
  /** The device is full; `imported` of them are safe, and the file can be imported again. */
  | Readonly<{ status: 'notSaved'; reason: 'quota'; imported: number }>;

/** Reads the whole file before it writes anything; then brings back each submission that is not here. */
export async function importRescue(
  ports: ImportPorts,
  file: Blob,
  passphrase: string,
): Promise<ImportResult> {
  const opened = await openRescue(ports, file, passphrase);
  if (typeof opened === 'string') return { status: opened };
  const own = await ports.deviceIdentifier();
  let imported = 0;
  let skipped = 0;
  try {
    for (const { contents, parts } of opened.submissions) {
      if ((await ports.store.row(contents.submission.id)) !== undefined) {
        skipped += 1;
        continue;
      }
      const files = new Map<AttachmentId, Blob>();
      for (const { index, part, row } of parts) {
        const plain = await opened.sealer.open(index, await bytesOf(part));
        if (plain === null) return { status: 'damaged' };
        files.set(row.id, new Blob([plain], { type: row.type }));
      }
      const submission = advance(withoutOwnDevice(own, contents.submission), {
        event: 'restored',
        at: ports.clock.now(),
      });
      const sealed = await ports.store.sealed({ ...contents, submission }, files);
      const restored =
        sealed === null ? 'present' : await ports.store.restore(sealed.contents, sealed.files);
      if (restored === 'restored') imported += 1;
      else skipped += 1;
      await writeCopy(ports, submission.id).catch(() => null);
    }
  } catch (error) {
    if (isQuotaError(error)) return { status: 'notSaved', reason: 'quota', imported };
    throw error;
  }
  return { status: 'imported', imported, skipped, unknown: opened.unknown };
}

function withoutOwnDevice(
  own: string,
  { device, ...submission }: UndeliveredSubmission,
): UndeliveredSubmission {
  return device === undefined || device === own ? submission : { ...submission, device };
}
