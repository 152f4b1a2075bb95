import { PROBE_FOLDER, PROBE_NAME } from '../../db/stored-names.ts';
import {
  fileVersion,
  LENGTH_BYTES,
  lengthBytes,
  type PutReply,
  type PutRequest,
  versionsOf,
} from './file-versions.ts';

/** Another tab may write the same file at the same time. */
async function openNew(
  folder: FileSystemDirectoryHandle,
  name: string,
  after: number,
): Promise<FileSystemSyncAccessHandle> {
  for (let number = after + 1; ; number += 1) {
    const file = await folder.getFileHandle(fileVersion(name, number).fileName, { create: true });
    const handle = await file.createSyncAccessHandle().catch((error: unknown) => {
      // Another tab is writing this version.
      if (error instanceof DOMException && error.name === 'NoModificationAllowedError') return null;
      throw error;
    });
    if (handle === null) continue;
    if (handle.getSize() === 0) return handle;
    handle.close();
  }
}

/** Throws QuotaExceededError if not all bytes were written: on a full disk, `write` may write less without an error. */
function writeAll(handle: FileSystemSyncAccessHandle, bytes: Uint8Array, at: number): void {
  if (handle.write(bytes, { at }) !== bytes.length)
    throw new DOMException('', 'QuotaExceededError');
}

async function put({ top, folder: folderName, name, bytes }: PutRequest): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const copies = await root.getDirectoryHandle(top, { create: true });
  const folder = await copies.getDirectoryHandle(folderName, { create: true });
  const fileNames: string[] = [];
  for await (const fileName of folder.keys()) fileNames.push(fileName);
  const older = versionsOf(name, fileNames);
  const content = new Uint8Array(await new Blob([bytes]).arrayBuffer());
  const handle = await openNew(folder, name, older[0]?.number ?? 0);
  try {
    writeAll(handle, content, LENGTH_BYTES);
    handle.flush();
    // After this write the version is complete and is the newest.
    writeAll(handle, lengthBytes(content.length), 0);
    handle.flush();
  } finally {
    handle.close();
  }
  // If a deletion fails, the next put deletes the version.
  for (const { fileName } of older) await folder.removeEntry(fileName).catch(() => undefined);
}

/** Tries to open a file, because a browser may have the function but refuse it (WebKitGTK; a private window). */
async function isAble(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(PROBE_FOLDER, { create: true });
    const file = await folder.getFileHandle(PROBE_NAME, { create: true });
    (await file.createSyncAccessHandle()).close();
    return true;
  } catch (error) {
    // Another tab has opened the file at this moment, so writing works.
    return error instanceof DOMException && error.name === 'NoModificationAllowedError';
  }
}

const reply = (message: PutReply): void => globalThis.postMessage(message);

globalThis.addEventListener('message', ({ data }: MessageEvent<PutRequest>) => {
  put(data).then(
    () => reply({ status: 'put', id: data.id }),
    ({ name, message }: Error) => reply({ status: 'failed', id: data.id, name, message }),
  );
});
void isAble().then((is) => reply(is ? { status: 'able' } : { status: 'unable' }));
