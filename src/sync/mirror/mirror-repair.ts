import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { advance } from '../../domain/submission.ts';
import type { Submission } from '../../domain/submission-types.ts';
import { isConnectionLost, isQuotaError } from '../../store/blob-bytes.ts';
import type { SyncPorts } from '../ports/ports.ts';
import { isWhole, MANIFEST_NAME, readFiles, readManifest, writeCopy } from './mirror-copy.ts';
import { nothingToRepair, SENTINEL_FOLDER } from './repair-need.ts';

/** A submission that was brought back, or a part of one that could not be. For a screen to tell. */
export type Repaired = Readonly<{ id: SubmissionId; customerName: string }>;
export type Lost = Readonly<{
  id: SubmissionId;
  /** Empty where even that is lost. */
  customerName: string;
  /** Names of files that are gone; empty: all of it is. */
  files: readonly string[];
}>;

export type Repair = Readonly<{
  /** The database had been wiped since the last start. */
  wasWiped: boolean;
  restored: readonly Repaired[];
  lost: readonly Lost[];
}>;

const SENTINEL_NAME = 'sentinel';

/**
 * At a start: compares the store with its mirror and repairs either from the other. Rows that are
 * missing come back with everything that was not confirmed in doubt; files that are missing come back
 * from their copies; copies of what was delivered go. Harmless to run at any time, and twice.
 */
export async function repairFromMirror(ports: SyncPorts): Promise<Repair> {
  const done = await ports.lock.ifFree('veld-repair', () => repair(ports));
  return done.ran ? done.value : nothingToRepair;
}

async function repair(ports: SyncPorts): Promise<Repair> {
  const { mirror, newId, store } = ports;
  if (!(await mirror.isThere())) {
    if ((await store.sentinel()) === null) await store.setSentinel(newId());
    await store.sweepBytes();
    return nothingToRepair;
  }
  const [sentinel, copiedSentinel] = [
    await store.sentinel(),
    await mirror.getText(SENTINEL_FOLDER, SENTINEL_NAME),
  ];
  const restored: Repaired[] = [];
  const lost: Lost[] = [];
  for (const folder of await mirror.folders()) {
    if (folder === SENTINEL_FOLDER) continue;
    const id = submissionId(folder);
    const row = await store.submission(id);
    if (row?.status === 'delivered') await mirror.remove(folder).catch(() => undefined);
    else if (row === undefined) await broughtBack(ports, id, restored, lost);
  }
  for (const id of await store.undelivered())
    await mendFiles(ports, id, lost).catch((error: unknown) => leaveIfOwn(error));
  await store.sweepBytes();
  // The sentinels last: a repair that is killed half-way is done again.
  const kept = sentinel ?? copiedSentinel ?? newId();
  if (copiedSentinel !== kept) await mirror.put(SENTINEL_FOLDER, SENTINEL_NAME, kept);
  if (sentinel === null) await store.setSentinel(kept);
  return { wasWiped: sentinel === null && copiedSentinel !== undefined, restored, lost };
}

/** One odd folder is one loss, told by its number; it keeps no other from coming back. */
async function broughtBack(
  ports: SyncPorts,
  id: SubmissionId,
  restored: Repaired[],
  lost: Lost[],
): Promise<void> {
  try {
    await bringBack(ports, id, restored, lost);
  } catch (error) {
    leaveIfOwn(error);
    lost.push({ id, customerName: '', files: [] });
  }
}

/** A disk without room, or a lost connection, ends the repair: it is done again. Anything else is one submission's own. */
function leaveIfOwn(error: unknown): void {
  if (isQuotaError(error) || isConnectionLost(error)) throw error;
}

async function bringBack(
  ports: SyncPorts,
  id: SubmissionId,
  restored: Repaired[],
  lost: Lost[],
): Promise<void> {
  const contents = await readManifest(ports, id);
  if (contents === null) {
    if (await wasBegunOnly(ports, id)) await ports.mirror.remove(id);
    else lost.push({ id, customerName: '', files: [] });
    return;
  }
  const { files, damaged } = await readFiles(ports, contents);
  const submission = advance(contents.submission, { event: 'restored', at: ports.clock.now() });
  const { customerName } = submission;
  const status = await ports.store.restore({ ...contents, submission }, files);
  if (status === 'restored') restored.push({ id, customerName });
  if (damaged.length > 0)
    lost.push({ id, customerName, files: damaged.map((row) => row.originalName) });
}

/**
 * Without a manifest it was never said to be saved; with a damaged one it was. A browser that is killed in the first writing of
 * a manifest leaves an empty file: the first copy of a draft, which has nothing else, or one whose Submit did not end.
 */
async function wasBegunOnly({ mirror }: SyncPorts, id: SubmissionId): Promise<boolean> {
  const names = await mirror.names(id);
  if (!names.includes(MANIFEST_NAME)) return true;
  return names.length === 1 && (await mirror.get(id, MANIFEST_NAME))?.size === 0;
}

/** Bytes that are missing, too short or unreadable come back from the copy; a copy that is missing is made again. */
async function mendFiles(ports: SyncPorts, id: SubmissionId, lost: Lost[]): Promise<void> {
  const { mirror, store } = ports;
  const contents = await store.contents(id);
  if (contents === undefined) return;
  const gone: string[] = [];
  for (const row of contents.attachments) {
    const stored = await store.bytes(row.id).catch(() => undefined);
    // Its size is known though the file that held it is gone; hashing all of them would hold up the start.
    if (stored?.size === row.size && (await ports.readable(stored))) continue;
    const copy = await mirror.get(id, row.id).catch(() => undefined);
    if (copy !== undefined && (await isWhole(ports, copy, row))) await store.putBytes(row.id, copy);
    else gone.push(row.originalName);
  }
  if (gone.length > 0)
    lost.push({ id, customerName: contents.submission.customerName, files: gone });
  if (mustHaveCopy(contents.submission) && (await readManifest(ports, id)) === null)
    // A full disk: the next start tries again.
    await writeCopy(ports, id).catch(() => null);
}

const mustHaveCopy = ({ mirrored, status }: Submission): boolean =>
  (status === 'queued' || status === 'rejected') && mirrored === true;
