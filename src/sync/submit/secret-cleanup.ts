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
import { submitLock, withTimeLimit } from '../locks.ts';
import type { Uses } from '../ports/ports.ts';
import { peppersInCopies, type Unread, whyUnread } from '../second-copy/agent-copies.ts';
import {
  readManifest,
  rewriteManifest,
  type WholeCopyPorts,
  writeCopyInTime,
} from '../second-copy/copy.ts';

/*
 * Deleting a submission's secrets makes its remains on the disk unreadable. The secrets are deleted last, when neither row nor copy names
 * them. Otherwise, after a wipe, the copy would restore an unreadable submission. If a deletion fails, the next start repeats it.
 * Without a lock that excludes other tabs, only a start deletes secrets, because another tab may be about to write an old copy.
 */

/**
 * Deletes the secrets of a delivered or deleted submission. Call it after the copy is deleted.
 * @param keys the submission's keys before the delivery or deletion
 */
export async function deleteSecrets(
  { lock, store }: Uses<'lock', Pick<SecretUpkeep, 'deleteSecret'>>,
  keys: SubmissionKeys | undefined,
): Promise<void> {
  if (!lock.excludes) return;
  for (const name of secretsOf(keys)) await store.deleteSecret(name).catch(() => undefined);
}

type DeletionPorts = WholeCopyPorts & Uses<never, Pick<SecretUpkeep, 'deleteSecret'>>;

/**
 * Deletes the secrets that an existing submission no longer needs. Call it under the submission's lock. Ends also if the copy hangs.
 * @param before the submission's earlier keys
 */
export async function deleteUnusedSecrets(
  ports: DeletionPorts,
  id: SubmissionId,
  before: SubmissionKeys | undefined,
): Promise<void> {
  const deleteUnused = async (limited: DeletionPorts): Promise<void> => {
    const keys = (await limited.store.row(id))?.keys;
    const needed = areKeys(keys) ? secretsOf(keys) : [];
    for (const name of secretsOf(before)) {
      if (needed.includes(name) || !(await removeSecretFromCopy(limited, id, name))) continue;
      if (ports.lock.excludes) await limited.store.deleteSecret(name);
    }
  };
  // If it fails, the next start continues.
  await withTimeLimit(ports, deleteUnused).catch(() => undefined);
}

/** Takes the submission's lock and calls `deleteUnusedSecrets`. If another tab has the lock, the next start deletes the secrets. */
export async function removeSlotInCopy(
  ports: DeletionPorts,
  id: SubmissionId,
  before: SubmissionKeys,
): Promise<void> {
  await ports.lock.ifFree(submitLock(id), () => deleteUnusedSecrets(ports, id, before));
}

/** Deletes the sending slot's secret after a refusal, because then only the agent may decrypt the submission. */
export async function deleteSendingSecret(
  ports: DeletionPorts,
  before: SubmissionKeys | undefined,
  { id, status }: Submission,
): Promise<void> {
  if (status === 'rejected' && before?.q !== undefined) await removeSlotInCopy(ports, id, before);
}

/**
 * Removes a secret's name from the copy. Writes the copy again, or deletes it if the submission is delivered or deleted. Returns false if
 * the copy still names the secret. Call it under the submission's lock.
 */
async function removeSecretFromCopy(
  ports: WholeCopyPorts,
  id: SubmissionId,
  name: string,
): Promise<boolean> {
  if (!(await isMentioned(ports, id, name))) return true;
  const row = await ports.store.row(id);
  if (row === undefined || row.status === 'delivered') await ports.secondCopy.remove(id);
  else if (!(await isCopied(ports, id))) await rewriteManifest(ports, id);
  return !(await isMentioned(ports, id, name));
}

/** Writes the copy. Returns false if that fails, also if a file in the database is unreadable. */
async function isCopied(ports: WholeCopyPorts, id: SubmissionId): Promise<boolean> {
  const written = await writeCopyInTime(ports, id).catch(() => null);
  return written?.status === 'written' || written?.status === 'gone';
}

async function isMentioned(
  ports: WholeCopyPorts,
  id: SubmissionId,
  name: string,
): Promise<boolean> {
  const copy = await readManifest(ports, id);
  return copy !== null && secretsOf(copy.submission.keys).includes(name);
}

type CleanUpPorts = Uses<
  'clock' | 'digest' | 'lock' | 'secondCopy',
  SubmissionReads & FileBytes & Agents & SecretUpkeep
>;

/**
 * Call it at a start, after the repair. Deletes secrets that are marked for deletion and that no copy names: otherwise, after a wipe, a
 * copy would restore an unreadable submission. Then handles unknown secrets, and copies secrets to storages that lost them.
 */
export async function cleanUpSecrets(ports: CleanUpPorts): Promise<void> {
  const maybeCopied = await deleteMarkedSecrets(ports);
  await ports.store.copyToMissing(maybeCopied);
}

/** Returns the secrets that are marked for deletion but that a copy names, or may name. */
async function deleteMarkedSecrets(ports: CleanUpPorts): Promise<readonly string[]> {
  const marked = await ports.store.secretsToDelete();
  // An unreadable copy, or a copy of a later version, may name any secret.
  const place = await ports.secondCopy.state();
  if (place === 'refused' || place === 'late') return marked;
  const copies = await copiesRead(ports).catch(() => null);
  if (copies === null || copies.unread.includes('unreadable')) return marked;
  const { mentioned, peppersCopied, unread } = copies;
  const isAlone = ports.lock.excludes || place !== 'open';
  const copied: string[] = [];
  for (const name of marked) {
    const of = mentioned.get(name);
    const isInCopy =
      peppersCopied.has(name) ||
      (of !== undefined && !(await removeSecretUnderLock(ports, of, name).catch(() => false)));
    if (isInCopy) {
      copied.push(name);
      continue;
    }
    mentioned.delete(name);
    // If another tab may still write an old copy, only marks the secret as unknown. A start one day later deletes it.
    if (isAlone) await ports.store.deleteSecret(name);
    else await ports.store.markUnknown(name, ports.clock.now());
  }
  const peppers = (await ports.store.agents()).flatMap(peppersOf);
  const needed = new Set([...mentioned.keys(), ...peppers]);
  // If a second copy is unreadable or damaged, the secrets that it names must not count as unknown.
  if (unread.length === 0 && place === 'open')
    await ports.store.deleteUnknownSecrets(needed, ports.clock.now());
  return copied;
}

type CopiesRead = Readonly<{
  /** By the secret's name: the submission whose copy names the secret. */
  mentioned: Map<string, SubmissionId>;
  /** The secrets that agents' copies name. */
  peppersCopied: ReadonlySet<string>;
  /** The reason for each unreadable copy. A damaged copy restores nothing that needs a secret. */
  unread: readonly Exclude<Unread, 'none'>[];
}>;

/** Reads all copies. Rejects if the browser fails to read a copy. */
async function copiesRead(ports: CleanUpPorts): Promise<CopiesRead> {
  const mentioned = new Map<string, SubmissionId>();
  const submissionsUnread: Unread[] = [];
  for (const folder of await ports.secondCopy.folders()) {
    if (folder === SENTINEL_FOLDER) continue;
    const id = submissionId(folder);
    const copy = await readManifest(ports, id);
    if (copy === null)
      submissionsUnread.push(
        await whyUnread(ports, await ports.secondCopy.getText(id, MANIFEST_NAME)),
      );
    else for (const name of secretsOf(copy.submission.keys)) mentioned.set(name, id);
  }
  const { peppers, unread } = await peppersInCopies(ports);
  return {
    mentioned,
    peppersCopied: new Set(peppers),
    unread: [...submissionsUnread, ...unread].filter((why) => why !== 'none'),
  };
}

async function removeSecretUnderLock(
  ports: CleanUpPorts,
  id: SubmissionId,
  name: string,
): Promise<boolean> {
  const done = await ports.lock.ifFree(submitLock(id), () =>
    withTimeLimit(ports, (limited) => removeSecretFromCopy(limited, id, name)),
  );
  return done.ran && done.value;
}
