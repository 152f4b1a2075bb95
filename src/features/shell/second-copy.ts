/**
 * kept: there is a place for second copies. absent: this browser has none at all. refused: it has one and does not let us
 * in, as private windows do. failing: it lets us in and something is wrong there.
 */
export type SecondCopy = 'kept' | 'absent' | 'refused' | 'failing';

type Storage = Readonly<{ getDirectory?: StorageManager['getDirectory'] }>;

/** Looks once whether second copies can be kept. Never rejects. `folder`: where they lie. */
export async function secondCopyNow(
  storage: Storage | undefined,
  canWrite: boolean,
  folder = 'outbox',
): Promise<SecondCopy> {
  if (storage?.getDirectory === undefined || !canWrite) return 'absent';
  const top = await storage.getDirectory().catch(() => null);
  if (top === null) return 'refused';
  return top.getDirectoryHandle(folder, { create: true }).then(
    () => 'kept',
    () => 'failing',
  );
}

/** Whether the browser can write files there (Safari before 26 cannot). */
export const canWriteFiles = (): boolean =>
  typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype;
