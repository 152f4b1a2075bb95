import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { advance } from '../../domain/submission.ts';
import { MANIFEST_NAME, SENTINEL_FOLDER, SENTINEL_NAME } from '../../store/db/stored-names.ts';
import { isConnectionLost, isQuotaError } from '../../store/db/transactions.ts';
import { encodeStored, type StoredContents } from '../../store/format/contents.ts';
import type { StoredAttachment } from '../../store/format/rows.ts';
import { decodeSubmission, type StoredSubmission } from '../../store/format/submission-row.ts';
import type {
  Agents,
  FileBytes,
  RepairPort,
  RestorePort,
  RowsRepaired,
  SecretUpkeep,
  Sentinel,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import {
  submitLock,
  withLock,
  withSubmitLock,
  withTimeLimit,
  withTimeLimitPerCall,
} from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { loadAgentsFromCopies } from './agent-copies.ts';
import { rawCopyFile, readFiles, readManifest, writeCopyInTime } from './copy.ts';
import { type Lost, NOTHING_TO_REPAIR, type Repair, type Repaired } from './repair-need.ts';
import { copiedBytes } from './verified-bytes.ts';

type RepairPorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy' | 'newId' | 'readable',
  SubmissionReads &
    FileBytes &
    RestorePort &
    Sentinel &
    Agents &
    Pick<SecretUpkeep, 'secretsToDelete'>
>;

const REPAIR_LOCK = 'veld-repair';

/**
 * Compares the store with the second copy at a start, and repairs each from the other. Restores a missing row; its unconfirmed steps
 * become in doubt. Restores a missing file. Deletes copies of delivered submissions.
 * The repair may run at any time and repeatedly. It waits while another page repairs. Otherwise this page could open a form by its URL
 * before the other page has restored the form.
 */
export async function repairFromSecondCopy(ports: RepairPorts): Promise<Repair> {
  const repaired = await withLock(ports, REPAIR_LOCK, () => repair(withTimeLimitPerCall(ports)));
  return repaired ?? NOTHING_TO_REPAIR;
}

async function repair(ports: RepairPorts): Promise<Repair> {
  const { secondCopy, newId, store } = ports;
  const place = await secondCopy.state();
  if (place !== 'open') {
    // A late place may have copies. Without a sentinel the next drain looks again.
    if (place !== 'late' && (await store.sentinel()) === null) await store.setSentinel(newId());
    await store.deleteOrphanedBlobs();
    return NOTHING_TO_REPAIR;
  }
  const [sentinel, copiedSentinel] = [
    await store.sentinel(),
    await secondCopy.getText(SENTINEL_FOLDER, SENTINEL_NAME),
  ];
  await store.saveMissingAgents(await loadAgentsFromCopies(ports));
  const restored: Repaired[] = [];
  const lost: Lost[] = [];
  for (const folder of await secondCopy.folders()) {
    if (folder === SENTINEL_FOLDER) continue;
    const id = submissionId(folder);
    const row = await store.row(id);
    if (row?.status === 'delivered') await secondCopy.remove(folder).catch(() => undefined);
    else if (row === undefined) await tryRestore(ports, id, restored, lost);
  }
  for (const id of await store.undelivered())
    await repairFiles(ports, id, lost).catch((error: unknown) => rethrowIfDiskFails(error));
  await store.deleteOrphanedBlobs();
  // Writes the sentinels last, so that the next start repeats a repair that was killed.
  const restoredSentinel = sentinel ?? copiedSentinel ?? newId();
  if (copiedSentinel !== restoredSentinel)
    await secondCopy.put(SENTINEL_FOLDER, SENTINEL_NAME, restoredSentinel);
  const wasWiped = sentinel === null && copiedSentinel !== undefined;
  if (wasWiped) await addEarlierRestored(ports, restored);
  // The worker may repair with every page closed. So the report is stored until a person has read it.
  const report = wasWiped ? restored.map(({ id }) => id) : undefined;
  if (sentinel === null) await store.setSentinel(restoredSentinel, report);
  return { wasWiped, restored, lost };
}

/** Adds the submissions that a killed repair has restored. That repair stored no report. */
async function addEarlierRestored(ports: RepairPorts, restored: Repaired[]): Promise<void> {
  const known = new Set(restored.map(({ id }) => id));
  for (const id of await ports.store.undelivered()) {
    if (known.has(id)) continue;
    const { history } = decodeSubmission(await ports.store.row(id)) ?? { history: [] };
    if (!history.some(({ what }) => what === 'restored')) continue;
    restored.push({ id, customerName: (await shownNames(ports, id)).customerName });
  }
}

/** Restores one submission. If that fails, reports this submission as lost, so that the others are still restored. */
async function tryRestore(
  ports: RepairPorts,
  id: SubmissionId,
  restored: Repaired[],
  lost: Lost[],
): Promise<void> {
  try {
    await restoreSubmission(ports, id, restored, lost);
  } catch (error) {
    rethrowIfDiskFails(error);
    lost.push({ id, customerName: '', files: [] });
  }
}

/** Rethrows errors that end the repair: a full disk or a lost database connection. Other errors concern one submission. */
function rethrowIfDiskFails(error: unknown): void {
  if (isQuotaError(error) || isConnectionLost(error)) throw error;
}

async function restoreSubmission(
  ports: RepairPorts,
  id: SubmissionId,
  restored: Repaired[],
  lost: Lost[],
): Promise<void> {
  const contents = await readManifest(ports, id);
  if (contents === null) {
    if (await isUnfinished(ports, id)) await ports.secondCopy.remove(id);
    else lost.push({ id, customerName: '', files: [] });
    return;
  }
  const { keys } = contents.submission;
  // The submission is deleted. The page that deleted it could not write the second copy, so the
  // copy is still there.
  if (keys !== undefined && (await ports.store.secretsToDelete()).includes(keys.p))
    return ports.secondCopy.remove(id);
  const { files, damaged } = await readFiles(ports, contents);
  const submission = advance(contents.submission, { event: 'restored', at: ports.clock.now() });
  const status = await ports.store.restore({ ...contents, submission }, files);
  const { customerName, nameOf } = await shownNames(ports, id);
  if (status === 'restored') restored.push({ id, customerName });
  if (damaged.length > 0) lost.push({ id, customerName, files: damaged.map(nameOf) });
}

type ShownNames = Readonly<{
  /** '' if the name does not decrypt. */
  customerName: string;
  /** The file's original name, or the name on the wire if the original name does not decrypt. */
  nameOf: (row: StoredAttachment) => string;
  /** False if the file or its submission was deleted or delivered meanwhile. */
  isStored: (row: StoredAttachment) => boolean;
}>;

/** The names of a submission and its files for the report. An unreadable name does not stop the repair. */
async function shownNames({ store }: RepairPorts, id: SubmissionId): Promise<ShownNames> {
  const contents = await store.contents(id).catch(() => 'unreadable' as const);
  if (contents === undefined || contents === 'unreadable')
    return {
      customerName: '',
      nameOf: (row) => row.originalName ?? row.fileName,
      isStored: () => contents !== undefined,
    };
  const { attachments, submission } = contents;
  const names = new Map(attachments.map((row) => [row.id, row.originalName]));
  const { customerName } = submission.personal;
  return {
    customerName,
    nameOf: (row) => names.get(row.id) ?? row.fileName,
    isStored: ({ id: file }) => names.has(file),
  };
}

/**
 * True if a copy's first write did not end: the copy has no manifest, or an empty manifest and no other file (after a killed browser).
 * Then the person got no confirmation, so nothing is lost. A damaged manifest is a loss to report.
 */
async function isUnfinished({ secondCopy }: RepairPorts, id: SubmissionId): Promise<boolean> {
  const names = await secondCopy.names(id);
  if (!names.includes(MANIFEST_NAME)) return true;
  return names.length === 1 && (await secondCopy.get(id, MANIFEST_NAME))?.size === 0;
}

/** The rows of missing, truncated or unreadable files. */
async function brokenFiles(
  { readable, store }: RepairPorts,
  { attachments }: StoredContents,
): Promise<readonly StoredAttachment[]> {
  const broken: StoredAttachment[] = [];
  for (const row of attachments) {
    const stored = await store.bytes(row.id).catch(() => undefined);
    // A Blob keeps its size even if its file is gone, so this also reads a byte. Hashing every file would delay the start.
    if (stored?.size !== rawCopyFile(row).size || !(await readable(stored))) broken.push(row);
  }
  return broken;
}

/**
 * Restores broken files from the copy. Returns the rows of lost files. Call it under the submission's lock: another tab encrypts an older
 * build's form under this lock, and the copy's unencrypted bytes must not replace the encrypted ones.
 */
async function restoreFiles(
  ports: RepairPorts,
  id: SubmissionId,
): Promise<readonly StoredAttachment[]> {
  const contents = await ports.store.storedContents(id);
  const gone: StoredAttachment[] = [];
  for (const row of contents === undefined ? [] : await brokenFiles(ports, contents)) {
    const copy = await copiedBytes(ports, id, row);
    if (copy === null) gone.push(row);
    else await ports.store.putBytes(row.id, copy);
  }
  return gone;
}

/** Restores broken files from the copy, and reports lost files. Writes a missing copy again. */
async function repairFiles(ports: RepairPorts, id: SubmissionId, lost: Lost[]): Promise<void> {
  const { store } = ports;
  const contents = await store.storedContents(id);
  if (contents === undefined) return;
  if ((await brokenFiles(ports, contents)).length > 0) {
    // If another tab has the lock for too long, the next start repairs the files.
    const restoring = () => withTimeLimit(ports, (limited) => restoreFiles(limited, id));
    const gone = (await withSubmitLock(ports, id, restoring)) ?? [];
    const { customerName, nameOf, isStored } = await shownNames(ports, id);
    const files = gone.filter(isStored).map(nameOf);
    if (files.length > 0) lost.push({ id, customerName, files });
  }
  const copy = await readManifest(ports, id);
  const isMissing = copy === null && needsCopy(contents.submission);
  // True if the process was killed after it encrypted the rows and before it encrypted the copy.
  const isCopyPlaintext =
    copy !== null && copy.submission.keys === undefined && contents.submission.keys !== undefined;
  // Fails if the disk is full; the next start tries again. If another tab has the lock, that tab writes the copy.
  if (isMissing || isCopyPlaintext)
    await ports.lock.ifFree(submitLock(id), () => writeCopyInTime(ports, id)).catch(() => null);
}

/**
 * True if the submission must have a copy. `mirrored` does not count: after a restore `mirrored` may be false, and the drain that would
 * write the copy may run much later.
 */
const needsCopy = ({ status }: StoredSubmission): boolean =>
  status === 'queued' || status === 'rejected';

type RepairRowsPorts = Uses<'clock' | 'digest' | 'secondCopy', RepairPort>;

/** Repairs a submission's damaged rows from its copy. Returns `whole` if the copy is unreadable. */
export async function repairFromCopy(
  ports: RepairRowsPorts,
  id: SubmissionId,
): Promise<RowsRepaired> {
  const copy = await withTimeLimit(ports, (limited) => readManifest(limited, id)).catch(() => null);
  return copy === null ? 'whole' : ports.store.repairRows(id, encodeStored(copy));
}

/**
 * Repairs damaged rows in idle time after a start, before any copy is written again: a copy of damaged rows would be damaged too.
 * @param rest awaited before each submission, because a phone may have thousands
 */
export async function repairDamagedRows(
  ports: RepairRowsPorts & Uses<never, Pick<SubmissionReads, 'undelivered'>>,
  rest: () => Promise<void>,
): Promise<void> {
  // If a secret storage fails, the next start tries again.
  for (const id of await ports.store.undelivered()) {
    await rest();
    const looked = await ports.store.repairRows(id, null).catch(() => null);
    if (looked === 'damaged') await repairFromCopy(ports, id).catch(() => undefined);
  }
}

/** Adds the submissions with lost keys to the repair report. Their names are encrypted too. */
export async function withLostKeys(
  { store }: Uses<never, Pick<SubmissionReads, 'isKeyLost' | 'undelivered'>>,
  { lost, restored, wasWiped }: Repair,
): Promise<Repair> {
  const unreadable: Lost[] = [];
  // If a secret storage fails, the key does not count as lost.
  for (const id of await store.undelivered())
    if (await store.isKeyLost(id).catch(() => false))
      unreadable.push({ id, customerName: '', files: [] });
  const isReadable = ({ id }: Readonly<{ id: Lost['id'] }>): boolean =>
    unreadable.every((each) => each.id !== id);
  return {
    wasWiped,
    restored: restored.filter(isReadable),
    lost: [...lost.filter(isReadable), ...unreadable],
  };
}
