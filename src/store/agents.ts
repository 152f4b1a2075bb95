import type { Database } from './database.ts';
import type { KeyDesk } from './key-desk.ts';
import type { Agents } from './outbox-ports.ts';
import { reopening } from './reopen.ts';
import { takeSecret } from './spare-secrets.ts';

export function createAgents(db: Database, desk: KeyDesk): Agents {
  return {
    agents: () => reopening(db, () => db.agents.toArray()),

    meetAgents: async (agents) => desk.meet(agents),

    keepAgents: (agents) =>
      reopening(db, () =>
        db.transaction('rw', [db.agents, db.secretNames], async () => {
          for (const agent of agents) {
            if ((await db.agents.get(agent.id)) !== undefined) continue;
            await db.agents.put(agent);
            for (const { pepper } of agent.wraps) await takeSecret(db, pepper);
          }
        }),
      ),
  };
}
