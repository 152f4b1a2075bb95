import { COPY_FOLDER } from '../../store/db/stored-names.ts';

/**
 * Tells whether second copies can be written. `kept`: yes. `absent`: the browser has no private file system. `refused`:
 * the browser denies access, as in a private window. `failing`: access is allowed, but the folder does not open.
 */
export type SecondCopyState = 'kept' | 'absent' | 'refused' | 'failing';

type Storage = Readonly<{ getDirectory?: StorageManager['getDirectory'] }>;

/** Checks once whether second copies can be written. Never rejects. `folder`: the folder of the second copies. */
export async function secondCopyNow(
  storage: Storage | undefined,
  canWrite: boolean,
  folder = COPY_FOLDER,
): Promise<SecondCopyState> {
  if (storage?.getDirectory === undefined || !canWrite) return 'absent';
  const top = await storage.getDirectory().catch(() => null);
  if (top === null) return 'refused';
  return top.getDirectoryHandle(folder, { create: true }).then(
    () => 'kept',
    () => 'failing',
  );
}

/**
 * True if a page can write private files itself. In Safari before 26 only a worker can. There the check is skipped,
 * because private windows cannot be detected.
 */
export const canWriteFiles = (): boolean =>
  typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype;
