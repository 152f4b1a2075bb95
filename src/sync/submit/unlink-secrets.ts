import type { SubmissionKeys } from '../../domain/submission-types.ts';
import type { SecretUpkeep } from '../../store/outbox-ports.ts';
import { secretsOf } from '../../store/outbox-rows.ts';
import type { Uses } from '../ports/ports.ts';

/**
 * Unlinks the secrets of a submission that is delivered or deleted: what the disk still remembers of it is noise then. Only once its
 * row says so and its copy is gone, as after a wipe the copy would bring it back. Where it fails, the next start does it
 * (`tend-secrets.ts`): nobody waits for it, and nothing is undone for it.
 * @param keys as its row had them while it needed them
 */
export async function unlinkSecrets(
  { store }: Uses<never, Pick<SecretUpkeep, 'unlink'>>,
  keys: SubmissionKeys | undefined,
): Promise<void> {
  for (const name of secretsOf(keys)) await store.unlink(name).catch(() => undefined);
}
