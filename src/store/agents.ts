import type { Database } from './database.ts';
import { peppersOf } from './format/agent-row.ts';
import type { KeyDesk } from './key-desk.ts';
import type { Agents } from './outbox-ports.ts';
import { reopening } from './reopen.ts';
import { takeSecret } from './spare-secrets.ts';

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
      // From now on their rows say how they are opened.
      desk.meet([]);
    },
  };
}
