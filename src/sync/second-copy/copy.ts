import type { AttachmentId, FormId, SubmissionId } from '../../domain/ids.ts';
import { MANIFEST_NAME } from '../../store/db/stored-names.ts';
import {
  type Contents,
  decodeContents,
  encodeContents,
  encodeStored,
  type StoredContents,
} from '../../store/format/contents.ts';
import type { StoredAttachment } from '../../store/format/rows.ts';
import type { Agents, FileBytes, SubmissionReads } from '../../store/outbox/outbox-port.ts';
import { SHORT_SECONDS, withSubmitLock, withTimeLimit } from '../locks.ts';
import type { SyncPorts, Uses } from '../ports/ports.ts';
import { copyAgents, hashedText, valueIn } from './agent-copies.ts';

type SecondCopyPorts = Pick<SyncPorts, 'secondCopy' | 'digest'>;
export type CopyPorts = Uses<keyof SecondCopyPorts, SubmissionReads & FileBytes & Agents>;
/** Adds the lock: only one tab at a time may write an agent's copy, which is written before a submission's copy. */
export type WholeCopyPorts = CopyPorts & Pick<SyncPorts, 'clock' | 'lock'>;

export type CopyWritten =
  | Readonly<{ status: 'written' }>
  | Readonly<{ status: 'gone' }>
  /** The browser did not open its private files in time. Nothing was written. */
  | Readonly<{ status: 'late' }>
  /** The copy differs after it was read back, or a file or row in the store is unreadable. */
  | Readonly<{ status: 'damaged'; files: readonly StoredAttachment[] }>;

/**
 * Writes a submission into its folder of the second copy and reads the copy back. Deletes the copy again if the submission was delivered
 * meanwhile. Rejects if the disk is full.
 */
export async function writeCopy(ports: WholeCopyPorts, id: SubmissionId): Promise<CopyWritten> {
  const contents = await ports.store.storedContents(id);
  if (contents === undefined) return { status: 'gone' };
  const place = await ports.secondCopy.state();
  if (place === 'late') return { status: 'late' };
  if (place !== 'open') return { status: 'written' };
  const written = await writeContents(ports, contents);
  return (await removeIfDelivered(ports, id)) ? { status: 'gone' } : written;
}

/** Writes the manifest last, so that it never names a missing file. */
async function writeContents(
  ports: WholeCopyPorts,
  contents: StoredContents,
): Promise<CopyWritten> {
  const { id } = contents.submission;
  if ((await betterCopy(ports, contents)) !== null) return { status: 'damaged', files: [] };
  if (!(await copyAgents(ports))) return { status: 'damaged', files: [] };
  const damaged: StoredAttachment[] = [];
  for (const row of contents.attachments) if (!(await copyFile(ports, id, row))) damaged.push(row);
  if (damaged.length > 0) return { status: 'damaged', files: damaged };
  if (!(await writeManifest(ports, contents))) return { status: 'damaged', files: [] };
  const named = new Set<string>(contents.attachments.map(copyFileName));
  for (const name of await ports.secondCopy.names(id))
    if (name !== MANIFEST_NAME && !named.has(name)) await ports.secondCopy.removeFile(id, name);
  return { status: 'written' };
}

async function copyFile(
  ports: CopyPorts,
  id: SubmissionId,
  row: StoredAttachment,
): Promise<boolean> {
  const stored = rawCopyFile(row);
  const name = copyFileName(row);
  if (await isIntact(ports, await ports.secondCopy.get(id, name), stored)) return true;
  const bytes = await ports.store.bytes(row.id);
  if (!(await isIntact(ports, bytes, stored)) || bytes === undefined) return false;
  await ports.secondCopy.put(id, name, bytes);
  return isIntact(ports, await ports.secondCopy.get(id, name), stored);
}

/** The name of an encrypted file in a copy. */
export const encryptedCopyName = (id: AttachmentId): string => `${id}.sealed`;

/** All names that a file may have in a copy. */
export const namesInCopy = (id: AttachmentId): readonly string[] => [
  encryptedCopyName(id),
  id,
  `${id}.jpeg.sealed`,
  `${id}.jpeg`,
];

/**
 * The name of a file in a copy. When an old file is encrypted, or a WebP becomes a JPEG, the new file has another name than the old
 * one. So if the process is killed, all files that the manifest names still exist.
 */
export const copyFileName = ({ id, sealedName, wasWebp }: StoredAttachment): string => {
  const [sealed, clear, sealedJpeg, clearJpeg] = namesInCopy(id);
  const name = wasWebp ? [sealedJpeg, clearJpeg] : [sealed, clear];
  return (sealedName === undefined ? name[1] : name[0]) ?? id;
};

/** The size and hash of the stored bytes, in the database and in the second copy. */
export const rawCopyFile = (row: StoredAttachment): Pick<StoredAttachment, 'size' | 'sha256'> =>
  row.sealedName === undefined ? row : { size: row.sealedSize, sha256: row.sealedSha256 };

/** Like `writeCopy`, but rejects if the second copy hangs. */
export const writeCopyInTime = (
  ports: WholeCopyPorts,
  id: SubmissionId,
  seconds?: number,
): Promise<CopyWritten> => withTimeLimit(ports, (limited) => writeCopy(limited, id), seconds);

/** True if the bytes have the size and hash of the row. */
export async function isIntact(
  ports: Pick<SyncPorts, 'digest'>,
  bytes: Blob | undefined,
  row: Pick<StoredAttachment, 'size' | 'sha256'>,
): Promise<boolean> {
  if (bytes === undefined || bytes.size !== row.size) return false;
  return ports.digest(bytes).then(
    (hash) => hash === row.sha256,
    () => false,
  );
}

async function writeManifest(ports: SecondCopyPorts, contents: StoredContents): Promise<boolean> {
  const manifest = await hashedText(ports, encodeContents(contents));
  await ports.secondCopy.put(contents.submission.id, MANIFEST_NAME, manifest);
  return (await ports.secondCopy.getText(contents.submission.id, MANIFEST_NAME)) === manifest;
}

/**
 * Returns the copy if the database's rows are damaged: the copy must stay, so that it can repair them (`row-repair.ts`). Returns null if
 * the rows are intact, or if the copy is missing or damaged.
 */
async function betterCopy(ports: CopyPorts, here: StoredContents): Promise<StoredContents | null> {
  if (await ports.store.isReadable(here)) return null;
  const copy = await readManifest(ports, here.submission.id);
  return copy && encodeStored(copy);
}

/**
 * Writes a formId into the copy before its first use, so that a restored submission keeps the formId. Returns false if another tab
 * changes the copy for ten seconds, or if the browser did not store the text. Rejects if the copy hangs or the disk is full.
 */
export const saveFormIdInCopy = async (
  ports: WholeCopyPorts,
  id: SubmissionId,
  formId: FormId,
): Promise<boolean> =>
  (await withSubmitLock(ports, id, () =>
    withTimeLimit(ports, (limited) => rewriteManifest(limited, id, formId), SHORT_SECONDS),
  )) ?? false;

/**
 * Writes only the manifest again. This also works if a file is lost in the database and in the copy. Call it under the submission's lock.
 * @param newFormId is written if the row has no formId. A frozen tab may bring another one late.
 * @returns false if the browser did not store the manifest. True if nothing had to be written.
 */
export async function rewriteManifest(
  ports: CopyPorts,
  id: SubmissionId,
  newFormId: FormId | null = null,
): Promise<boolean> {
  if ((await ports.secondCopy.state()) !== 'open') return true;
  const here = await ports.store.storedContents(id);
  if (here === undefined) return true;
  const { submission, ...rest } = (await betterCopy(ports, here)) ?? here;
  const formId = here.submission.formId ?? newFormId ?? submission.formId;
  const isWritten = await writeManifest(ports, { ...rest, submission: { ...submission, formId } });
  await removeIfDelivered(ports, id);
  return isWritten;
}

/**
 * Removes a copy whose submission was delivered while the copy was written. The delivery removes the copy too, but maybe before the last
 * file was written. Keeps the copy if the row is missing, because the browser may have lost the database. Returns true if delivered.
 */
async function removeIfDelivered(
  { secondCopy, store }: CopyPorts,
  id: SubmissionId,
): Promise<boolean> {
  if ((await store.row(id))?.status !== 'delivered') return false;
  await secondCopy.remove(id);
  return true;
}

/** Returns the content of a copy's manifest. Returns null if it is missing or damaged. */
export async function readManifest(
  ports: SecondCopyPorts,
  id: SubmissionId,
): Promise<Contents | null> {
  return decodeContents(await valueIn(ports, await ports.secondCopy.getText(id, MANIFEST_NAME)));
}

/** Returns the intact files of a copy, and the rows of missing or damaged files. */
export async function readFiles(
  ports: SecondCopyPorts,
  { submission, attachments }: Contents,
): Promise<
  Readonly<{ files: ReadonlyMap<AttachmentId, Blob>; damaged: readonly StoredAttachment[] }>
> {
  const files = new Map<AttachmentId, Blob>();
  const damaged: StoredAttachment[] = [];
  for (const row of attachments) {
    const bytes = await ports.secondCopy.get(submission.id, copyFileName(row));
    if (bytes !== undefined && (await isIntact(ports, bytes, rawCopyFile(row))))
      files.set(row.id, bytes);
    else damaged.push(row);
  }
  return { files, damaged };
}
