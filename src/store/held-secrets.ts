import type { Secret, Secrets } from '../seal/secrets.ts';
import type { Restoring } from './outbox-ports.ts';
import { secretsOf } from './outbox-rows.ts';

/** Secrets of what a person deletes and may want back. */
export const heldSecrets = (secrets: Secrets): Pick<Restoring, 'heldSecrets' | 'putBack'> => ({
  heldSecrets: async (keys) => {
    const held: Secret[] = [];
    for (const name of secretsOf(keys)) {
      const bytes = await secrets.read(name);
      if (bytes !== null) held.push({ name, bytes });
    }
    return held;
  },
  putBack: async (held) => {
    for (const secret of held) if (!(await secrets.keep(secret))) return false;
    return true;
  },
});
