import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { peppersOf } from '../../store/format/agent-row.ts';
import { MANIFEST_NAME, SENTINEL_FOLDER } from '../../store/names.ts';
import type { Agents, FileBytes, SecretUpkeep, SubmissionReads } from '../../store/outbox-ports.ts';
import { secretsOf } from '../../store/outbox-rows.ts';
import { peppersInCopies } from '../mirror/agent-copies.ts';
import { type Unread, whyUnread } from '../mirror/hashed-text.ts';
import { readManifest } from '../mirror/mirror-copy.ts';
import { submitLock } from '../mirror/submit-lock.ts';
import type { Uses } from '../ports/ports.ts';
import { forgetInCopy } from './unlink-secrets.ts';

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
