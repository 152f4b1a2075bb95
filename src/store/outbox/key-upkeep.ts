import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import { peppersOf } from '../format/agent-row.ts';
import type { SecretNameRow } from '../format/rows.ts';
import { areKeys } from '../format/submission-row.ts';
import { dyingSecrets, takeSecret } from '../keys/available-secrets.ts';
import type { KeyDesk } from '../keys/key-store.ts';
import { undeliveredRows } from './counters.ts';
import type { Agents, SecretUpkeep } from './outbox-port.ts';
import { secretsOf } from './outbox-rows.ts';

/** The time (ms) that an unknown secret is kept. Its row may still be restored until then. */
const STRANGER_LIVES_MS = 86_400_000;

export function createSecretUpkeep(db: Database, { secrets }: KeyDesk): SecretUpkeep {
  const unlink = async (name: string): Promise<void> => {
    const row = await reopening(db, () => db.secretNames.get(name));
    // The deletion may have been undone since the caller read the list.
    if (row !== undefined && isNeeded(row)) return;
    if (await secrets.drop(name)) await reopening(db, () => db.secretNames.delete(name));
  };

  return {
    dying: async () => (await reopening(db, () => dyingSecrets(db))).map(({ name }) => name),

    unlink,

    disown: (name, now) =>
      reopening(db, () =>
        db.transaction('rw', db.secretNames, async () => {
          const row = await db.secretNames.get(name);
          if (row?.state === 'dying')
            await db.secretNames.put({ name, state: 'stranger', madeAt: now });
        }),
      ),

    judgeStrangers: async (mentioned, now) => {
      const { all, isWhole } = await secrets.names();
      if (!isWhole) return;
      const { known, needed } = await reopening(db, () => knownSecrets(db));
      for (const name of all) {
        const row = known.get(name);
        const isWaiting = row?.state === 'spare' || row?.state === 'dying';
        if (mentioned.has(name) || needed.has(name) || isWaiting) continue;
        if (row?.state !== 'stranger')
          await reopening(db, () => db.secretNames.put({ name, state: 'stranger', madeAt: now }));
        else if (Math.abs(now - row.madeAt) >= STRANGER_LIVES_MS) await unlink(name);
      }
    },

    mend: async () => {
      const rows = await reopening(db, () => db.secretNames.toArray());
      for (const row of rows) if (isNeeded(row)) await secrets.mend(row.name);
    },
  };
}

const isNeeded = ({ state }: SecretNameRow): boolean => state === 'used' || state === 'spare';

type KnownSecrets = Readonly<{
  known: ReadonlyMap<string, SecretNameRow>;
  /** The secrets that rows and agents need. */
  needed: ReadonlySet<string>;
}>;

/** Reads the names first. A secret that is used meanwhile was available then, or its row is read after. */
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

export function createAgents(db: Database, desk: KeyDesk): Agents {
  return {
    agents: () => reopening(db, () => db.agents.toArray()),

    meetAgents: async (agents) => desk.meet(agents),

    keepAgents: async (agents) => {
      await reopening(db, () =>
        db.transaction('rw', [db.agents, db.secretNames], async () => {
          for (const agent of agents) {
            if ((await db.agents.get(agent.id)) !== undefined) continue;
            await db.agents.put(agent);
            for (const pepper of peppersOf(agent)) await takeSecret(db, pepper);
          }
        }),
      );
      // The database has the agents' key slots now.
      desk.meet([]);
    },
  };
}
