import type { SubmissionId } from '../../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../../domain/submission-types.ts';
import { areKeys } from '../../store/format/submission-row.ts';
import type { SecretUpkeep } from '../../store/outbox-ports.ts';
import { secretsOf } from '../../store/outbox-rows.ts';
import {
  readManifest,
  rewriteManifest,
  type WholeCopyPorts,
  writeCopyInTime,
} from '../mirror/mirror-copy.ts';
import { submitLock } from '../mirror/submit-lock.ts';
import type { Uses } from '../ports/ports.ts';

/*
 * What the disk still remembers of a submission is noise once its secrets are unlinked. That comes last, after its row says so and no
 * copy mentions them, as after a wipe the copy would bring back what nobody can open. Where it fails, the next start does it
 * (`tend-secrets.ts`): nobody waits for it, and nothing is undone for it. It is left to starts altogether where no lock excludes others:
 * another tab may be about to write the copy as the row was before.
 */

/**
 * Those of a submission that is delivered or deleted, and whose copy is gone.
 * @param keys as its row had them while it needed them
 */
export async function unlinkSecrets(
  { lock, store }: Uses<'lock', Pick<SecretUpkeep, 'unlink'>>,
  keys: SubmissionKeys | undefined,
): Promise<void> {
  if (!lock.excludes) return;
  for (const name of secretsOf(keys)) await store.unlink(name).catch(() => undefined);
}

type LetGoPorts = WholeCopyPorts & Uses<never, Pick<SecretUpkeep, 'unlink'>>;

/**
 * Those that a submission hung on and does not any more, though it stays. Under its lock.
 * @param before its keys while it needed them
 */
export async function unlinkLetGo(
  ports: LetGoPorts,
  id: SubmissionId,
  before: SubmissionKeys | undefined,
): Promise<void> {
  try {
    const keys = (await ports.store.row(id))?.keys;
    const needed = areKeys(keys) ? secretsOf(keys) : [];
    for (const name of secretsOf(before))
      if (!needed.includes(name) && (await forgetInCopy(ports, id, name)) && ports.lock.excludes)
        await ports.store.unlink(name);
  } catch {
    // The next start goes on.
  }
}

/** The same, under its lock; where somebody else has that, the next start does it. */
export async function letGoInCopy(
  ports: LetGoPorts,
  id: SubmissionId,
  before: SubmissionKeys,
): Promise<void> {
  await ports.lock.ifFree(submitLock(id), () => unlinkLetGo(ports, id, before));
}

/** What a drain leaves to a person is for that person's eyes: the way on which a drain opened it goes. */
export async function leaveToPerson(
  ports: LetGoPorts,
  before: SubmissionKeys | undefined,
  { id, status }: Submission,
): Promise<void> {
  if (status === 'rejected' && before?.q !== undefined) await letGoInCopy(ports, id, before);
}

/**
 * Has the copy mention a secret no more: it is written as the row is by now, or removed where there is nothing to keep. False: it still
 * does. Under the submission's lock.
 */
export async function forgetInCopy(
  ports: WholeCopyPorts,
  id: SubmissionId,
  name: string,
): Promise<boolean> {
  if (!(await isMentioned(ports, id, name))) return true;
  const row = await ports.store.row(id);
  if (row === undefined || row.status === 'delivered') await ports.mirror.remove(id);
  else if (!(await isCopied(ports, id))) await rewriteManifest(ports, id);
  return !(await isMentioned(ports, id, name));
}

/** False also where a file can't be read from the database: the browser rejects then. */
async function isCopied(ports: WholeCopyPorts, id: SubmissionId): Promise<boolean> {
  const written = await writeCopyInTime(ports, id).catch(() => null);
  return written !== null && written.status !== 'damaged';
}

async function isMentioned(
  ports: WholeCopyPorts,
  id: SubmissionId,
  name: string,
): Promise<boolean> {
  const copy = await readManifest(ports, id);
  return copy !== null && secretsOf(copy.submission.keys).includes(name);
}
