import { decodeAgent, encodeAgent, peppersOf } from '../../store/format/agent-row.ts';
import { SENTINEL_FOLDER } from '../../store/names.ts';
import type { Agents, SecretUpkeep } from '../../store/outbox-ports.ts';
import type { AgentRow } from '../../store/rows.ts';
import type { Uses } from '../ports/ports.ts';
import { hashedText, valueIn } from './hashed-text.ts';

type AgentPorts = Uses<'mirror' | 'digest', Agents>;

/** In the folder of the mirror that holds no submission: an older build leaves it alone. */
const nameOf = (id: string): string => `agent-${id}.json`;
const isAgentName = (name: string): boolean => name.startsWith('agent-');

/**
 * A copy's key comes from its agent's, so whoever is in no copy yet is written there first, and read back. Nothing secret is in it: the
 * agent's key is wrapped. False where it was not kept.
 */
export async function copyAgents(ports: AgentPorts): Promise<boolean> {
  for (const agent of await ports.store.agents()) {
    const name = nameOf(agent.id);
    const text = await hashedText(ports, encodeAgent(agent));
    if ((await ports.mirror.getText(SENTINEL_FOLDER, name)) === text) continue;
    await ports.mirror.put(SENTINEL_FOLDER, name, text);
    if ((await ports.mirror.getText(SENTINEL_FOLDER, name)) !== text) return false;
  }
  return true;
}

/** The store learns whom the copies belong to: after a wipe it has nobody. Resolves with them. */
export async function meetCopiedAgents(ports: AgentPorts): Promise<readonly AgentRow[]> {
  const agents = await copiedAgents(ports);
  await ports.store.meetAgents(agents);
  return agents;
}

/**
 * Once ways to an agent's key were replaced: the copies follow, then the secrets of the old ways are unlinked. Before, a wipe would
 * bring back a way that opens nothing. Where a copy can't be written, or no lock excludes another tab that writes it, starts do both.
 * @param gone the secrets on which only old ways hung
 */
export async function followAgents(
  ports: AgentPorts & Uses<'lock', Pick<SecretUpkeep, 'unlink'>>,
  gone: readonly string[],
): Promise<void> {
  if (!(await ports.mirror.isThere()) || !(await copyAgents(ports)) || !ports.lock.excludes) return;
  for (const pepper of gone) await ports.store.unlink(pepper);
}

/**
 * The secrets on which ways hang as the copies have them, once these follow the rows as far as they can. null: one can't be read, and may
 * name any.
 */
export async function peppersInCopies(ports: AgentPorts): Promise<ReadonlySet<string> | null> {
  await copyAgents(ports).catch(() => false);
  const agents = await agentsInCopies(ports);
  const read = agents.filter((agent) => agent !== null);
  return read.length < agents.length ? null : new Set(read.flatMap(peppersOf));
}

/** Without those that this version can't read. */
const copiedAgents = async (ports: AgentPorts): Promise<readonly AgentRow[]> =>
  (await agentsInCopies(ports)).filter((agent) => agent !== null);

/** null for each that this version can't read. */
async function agentsInCopies(ports: AgentPorts): Promise<readonly (AgentRow | null)[]> {
  const names = (await ports.mirror.names(SENTINEL_FOLDER)).filter(isAgentName);
  return Promise.all(
    names.map(async (name) =>
      decodeAgent(await valueIn(ports, await ports.mirror.getText(SENTINEL_FOLDER, name))),
    ),
  );
}
