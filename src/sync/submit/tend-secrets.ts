import { type SubmissionId, submissionId } from '../../domain/ids.ts';
import { peppersOf } from '../../store/format/agent-row.ts';
import type { Contents } from '../../store/format/contents.ts';
import { MANIFEST_NAME, SENTINEL_FOLDER } from '../../store/names.ts';
import type { Agents, FileBytes, SecretUpkeep, SubmissionReads } from '../../store/outbox-ports.ts';
import { secretsOf } from '../../store/outbox-rows.ts';
import { peppersInCopies } from '../mirror/agent-copies.ts';
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
  // A copy that can't be read, or looked for, may mention any of them.
  if (await ports.mirror.isAway()) return;
  const mentioned = await mentionedInCopies(ports).catch(() => null);
  if (mentioned === null) return;
  const peppersCopied = await peppersInCopies(ports).catch(() => null);
  if (peppersCopied === null) return;
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
  // Where the copies are not to be had now, theirs would be strangers after a wipe.
  if (await ports.mirror.isThere()) await ports.store.judgeStrangers(needed, ports.clock.now());
}

/** By the name of each secret that a copy mentions: whose copy. null: a copy can't be read. */
async function mentionedInCopies(ports: TendPorts): Promise<Map<string, SubmissionId> | null> {
  const mentioned = new Map<string, SubmissionId>();
  for (const folder of await ports.mirror.folders()) {
    if (folder === SENTINEL_FOLDER) continue;
    const id = submissionId(folder);
    const copy = await copyThere(ports, id).catch(() => null);
    if (copy === null) return null;
    if (copy === 'none') continue;
    for (const name of secretsOf(copy.submission.keys)) mentioned.set(name, id);
  }
  return mentioned;
}

/** 'none': its first writing did not end, and it brings nothing back. */
async function copyThere(ports: TendPorts, id: SubmissionId): Promise<Contents | 'none' | null> {
  const copy = await readManifest(ports, id);
  return copy ?? ((await ports.mirror.getText(id, MANIFEST_NAME)) ? null : 'none');
}

async function forgetUnderLock(ports: TendPorts, id: SubmissionId, name: string): Promise<boolean> {
  const done = await ports.lock.ifFree(submitLock(id), () => forgetInCopy(ports, id, name));
  return done.ran && done.value;
}
