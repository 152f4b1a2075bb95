import { COPY_FOLDER } from '../../store/db/stored-names.ts';

/**
 * Whether second copies can be written. `kept`: yes. `absent`: the browser has no private file system. `refused`: it has one
 * but denies access, as in a private window. `failing`: access is allowed, but the folder does not open.
 */
export type SecondCopyState = 'kept' | 'absent' | 'refused' | 'failing';

type Storage = Readonly<{ getDirectory?: StorageManager['getDirectory'] }>;

/** Checks once whether second copies can be written. Never rejects. `folder`: the folder of the copies. */
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

/** Whether a page writes private files itself. Safari before 26 has a worker do it, and is not asked: its private windows tell nothing. */
export const canWriteFiles = (): boolean =>
  typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype;
