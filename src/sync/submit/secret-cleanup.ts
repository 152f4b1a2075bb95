import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import type { Submission, SubmissionKeys } from '../../domain/submission-types.ts';
import { MANIFEST_NAME, SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import { peppersOf } from '../../store/format/agent-row.ts';
import { areKeys } from '../../store/format/submission-row.ts';
import type {
  Agents,
  FileBytes,
  SecretUpkeep,
  SubmissionReads,
} from '../../store/outbox/outbox-port.ts';
import { secretsOf } from '../../store/outbox/outbox-rows.ts';
import { submitLock } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { peppersInCopies, type Unread, whyUnread } from '../second-copy/agent-copies.ts';
import {
  readManifest,
  rewriteManifest,
  type WholeCopyPorts,
  writeCopyInTime,
} from '../second-copy/copy.ts';

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
async function forgetInCopy(
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

type TendPorts = Uses<
  'clock' | 'digest' | 'lock' | 'mirror',
  SubmissionReads & FileBytes & Agents & SecretUpkeep
>;

/**
 * At a start, after the repair: unlinks the secrets on which nothing hangs any more. First no copy may mention one: a wipe would bring
 * back a submission that nobody can open. Then it looks for strangers, and mends what a home lost.
 */
export async function tendSecrets(ports: TendPorts): Promise<void> {
  await unlinkUnneeded(ports);
  await ports.store.mend();
}

async function unlinkUnneeded(ports: TendPorts): Promise<void> {
  // A copy that can't be looked for may mention any of them, and so may one that a later version wrote, which reads it.
  if (await ports.mirror.isAway()) return;
  const copies = await copiesRead(ports).catch(() => null);
  if (copies === null || copies.unread.includes('odd')) return;
  const { mentioned, peppersCopied, unread } = copies;
  const isAlone = ports.lock.excludes || !(await ports.mirror.isThere());
  for (const name of await ports.store.dying()) {
    if (peppersCopied.has(name)) continue;
    const of = mentioned.get(name);
    if (of !== undefined && !(await forgetUnderLock(ports, of, name).catch(() => false))) continue;
    mentioned.delete(name);
    // Where nobody can be kept from writing a copy as its row was before, it is a stranger first: seen again a day later, it is unlinked.
    if (isAlone) await ports.store.unlink(name);
    else await ports.store.disown(name, ports.clock.now());
  }
  const peppers = (await ports.store.agents()).flatMap(peppersOf);
  const needed = new Set([...mentioned.keys(), ...peppers]);
  // Where the copies are not to be had now, theirs would be strangers after a wipe; what only a damaged one names is left alone, too.
  if (unread.length === 0 && (await ports.mirror.isThere()))
    await ports.store.judgeStrangers(needed, ports.clock.now());
}

type CopiesRead = Readonly<{
  /** By the name of each secret that a submission's copy mentions: whose copy. */
  mentioned: Map<string, SubmissionId>;
  /** What the agents' copies mention. */
  peppersCopied: ReadonlySet<string>;
  /** Of each copy that lies there and is not understood, why. One that the disk damaged brings nothing back that would need a secret. */
  unread: readonly Exclude<Unread, 'none'>[];
}>;

/** Rejects where one can't be looked at now. */
async function copiesRead(ports: TendPorts): Promise<CopiesRead> {
  const mentioned = new Map<string, SubmissionId>();
  const submissionsUnread: Unread[] = [];
  for (const folder of await ports.mirror.folders()) {
    if (folder === SENTINEL_FOLDER) continue;
    const id = submissionId(folder);
    const copy = await readManifest(ports, id);
    if (copy === null)
      submissionsUnread.push(await whyUnread(ports, await ports.mirror.getText(id, MANIFEST_NAME)));
    else for (const name of secretsOf(copy.submission.keys)) mentioned.set(name, id);
  }
  const { peppers, unread } = await peppersInCopies(ports);
  return {
    mentioned,
    peppersCopied: new Set(peppers),
    unread: [...submissionsUnread, ...unread].filter((why) => why !== 'none'),
  };
}

async function forgetUnderLock(ports: TendPorts, id: SubmissionId, name: string): Promise<boolean> {
  const done = await ports.lock.ifFree(submitLock(id), () => forgetInCopy(ports, id, name));
  return done.ran && done.value;
}
