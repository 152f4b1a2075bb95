import type { Database } from './database.ts';
import type { KeyDesk } from './key-desk.ts';
import type { SecretUpkeep } from './outbox-ports.ts';
import { reopening } from './reopen.ts';
import { dyingSecrets } from './spare-secrets.ts';

/** So long a stranger may be somebody's whose row is still to come, ms. */
const STRANGER_LIVES_MS = 86_400_000;

export function createSecretUpkeep(db: Database, { secrets }: KeyDesk): SecretUpkeep {
  const unlink = async (name: string): Promise<void> => {
    if (await secrets.drop(name)) await reopening(db, () => db.secretNames.delete(name));
  };

  return {
    dying: async () => (await reopening(db, () => dyingSecrets(db))).map(({ name }) => name),

    unlink,

    judgeStrangers: async (mentioned, now) => {
      const { all, isWhole } = await secrets.names();
      if (!isWhole) return;
      const known = new Map(
        (await reopening(db, () => db.secretNames.toArray())).map((row) => [row.name, row]),
      );
      for (const name of all) {
        const row = known.get(name);
        if (mentioned.has(name) || (row !== undefined && row.state !== 'stranger')) continue;
        if (row === undefined)
          await reopening(db, () => db.secretNames.add({ name, state: 'stranger', madeAt: now }));
        else if (Math.abs(now - row.madeAt) >= STRANGER_LIVES_MS) await unlink(name);
      }
    },

    mend: async () => {
      const rows = await reopening(db, () => db.secretNames.toArray());
      for (const { name, state } of rows)
        if (state === 'used' || state === 'spare') await secrets.mend(name);
    },
  };
}
