import type { Database } from '../db/database.ts';
import { withReopen } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { SecretNameRow } from '../format/rows.ts';
import { areKeys } from '../format/submission-row.ts';
import { markInUse, secretsToDelete } from '../keys/available-secrets.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { undeliveredRows } from './counters.ts';
import type { Agents, SecretUpkeep } from './outbox-port.ts';
import { secretsOf } from './outbox-rows.ts';

/** How long (ms) an unknown secret is kept, because a repair may still restore the row that needs it. */
const UNKNOWN_KEPT_MS = 86_400_000;

export function createSecretUpkeep(db: Database, { secrets }: KeyStore): SecretUpkeep {
  const deleteSecret = async (name: string): Promise<void> => {
    const row = await withReopen(db, () => db.secretNames.get(name));
    // A key may need the secret again since the caller read the list.
    if (row !== undefined && isNeeded(row)) return;
    if (await secrets.delete(name)) await withReopen(db, () => db.secretNames.delete(name));
  };

  return {
    secretsToDelete: async () =>
      (await withReopen(db, () => secretsToDelete(db))).map(({ name }) => name),

    deleteSecret,

    markUnknown: (name, now) =>
      withReopen(db, () =>
        db.transaction('rw', db.secretNames, async () => {
          const row = await db.secretNames.get(name);
          if (row?.state === 'dying')
            await db.secretNames.put({ name, state: 'stranger', madeAt: now });
        }),
      ),

    deleteUnknownSecrets: async (mentioned, now) => {
      const { all, isWhole } = await secrets.names();
      if (!isWhole) return;
      const { known, needed } = await withReopen(db, () => knownSecrets(db));
      for (const name of all) {
        const row = known.get(name);
        const isWaiting = row?.state === 'spare' || row?.state === 'dying';
        if (mentioned.has(name) || needed.has(name) || isWaiting) continue;
        if (row?.state !== 'stranger')
          await withReopen(db, () => db.secretNames.put({ name, state: 'stranger', madeAt: now }));
        else if (Math.abs(now - row.madeAt) >= UNKNOWN_KEPT_MS) await deleteSecret(name);
      }
    },

    copyToMissing: async (others) => {
      const rows = await withReopen(db, () => db.secretNames.toArray());
      const needed = rows.filter(isNeeded).map(({ name }) => name);
      for (const name of [...needed, ...others]) await secrets.copyToMissing(name);
    },
  };
}

const isNeeded = ({ state }: SecretNameRow): boolean => state === 'used' || state === 'spare';

type KnownSecrets = Readonly<{
  known: ReadonlyMap<string, SecretNameRow>;
  needed: ReadonlySet<string>;
}>;

/** Reads the names before the rows. If a write uses a secret meanwhile, the names still show it as available, or the rows need it. */
async function knownSecrets(db: Database): Promise<KnownSecrets> {
  const names = await db.secretNames.toArray();
  const rows = await undeliveredRows(db);
  const agents = await db.agents.toArray();
  return {
    known: new Map(names.map((row) => [row.name, row])),
    needed: new Set([
      ...rows.flatMap(({ keys }) => (areKeys(keys) ? secretsOf(keys) : [])),
      ...agents.flatMap(peppersOf),
    ]),
  };
}

export function createAgents(db: Database, keyStore: KeyStore): Agents {
  return {
    agents: () => withReopen(db, () => db.agents.toArray()),

    loadAgentsOfCopy: async (agents) => keyStore.loadAgentsOfCopy(agents),

    saveMissingAgents: async (agents) => {
      await withReopen(db, () =>
        db.transaction('rw', [db.agents, db.secretNames], async () => {
          for (const agent of agents) {
            if ((await db.agents.get(agent.id)) !== undefined) continue;
            await db.agents.put(agent);
            for (const pepper of peppersOf(agent)) await markInUse(db, pepper);
          }
        }),
      );
      // The database now has the agents' key slots.
      keyStore.loadAgentsOfCopy([]);
    },
  };
}
