import { SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import { decodeAgent, encodeAgent, peppersOf } from '../../store/format/agent-row.ts';
import type { AgentRow } from '../../store/format/rows.ts';
import type { Agents, SecretUpkeep } from '../../store/outbox/outbox-port.ts';
import { whenFree } from '../locks.ts';
import type { SyncPorts, Uses } from '../ports/ports.ts';

type HashPorts = Pick<SyncPorts, 'digest'>;

/** JSON after a line with its hash, so that a file which was cut short is not taken for whole. */
export async function hashedText({ digest }: HashPorts, value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return `${await digest(json)}\n${json}`;
}

/**
 * Why a text says nothing that this version understands. `none`: there is none, or its first writing did not end. `damaged`: by the disk,
 * so that nobody reads it any more. `odd`: it is as somebody wrote it, perhaps a later version, which reads it.
 */
export type Unread = 'none' | 'damaged' | 'odd';

export async function whyUnread(ports: HashPorts, text: string | undefined): Promise<Unread> {
  if (text === undefined || text === '') return 'none';
  return (await isAsWritten(ports, text)) ? 'odd' : 'damaged';
}

async function isAsWritten({ digest }: HashPorts, text: string): Promise<boolean> {
  const end = text.indexOf('\n');
  return end >= 0 && (await digest(text.slice(end + 1))) === text.slice(0, end);
}

/** null: it is missing, cut short or damaged. */
export async function valueIn(ports: HashPorts, text: string | undefined): Promise<unknown> {
  if (text === undefined || !(await isAsWritten(ports, text))) return null;
  return parsedJson(text.slice(text.indexOf('\n') + 1));
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

type AgentPorts = Uses<'mirror' | 'digest', Agents>;
type CopyPorts = AgentPorts & Pick<SyncPorts, 'clock' | 'lock'>;

/**
 * Who writes an agent's copy has read their row since they have this lock. Without it one that read the row before its ways were replaced
 * could write it after, and a wipe would bring back a way whose secret is unlinked by then.
 */
const AGENTS_LOCK = 'veld-agents';

/** In the folder of the mirror that holds no submission: an older build leaves it alone. */
const nameOf = (id: string): string => `agent-${id}.json`;
const isAgentName = (name: string): boolean => name.startsWith('agent-');

/**
 * A copy's key comes from its agent's, so whoever is in no copy yet is written there first, and read back. Nothing secret is in it: the
 * agent's key is wrapped. False where it was not kept.
 */
export async function copyAgents(ports: CopyPorts): Promise<boolean> {
  if ((await uncopied(ports)).length === 0) return true;
  const isDone = await whenFree(ports, AGENTS_LOCK, async () => {
    for (const { name, text } of await uncopied(ports))
      await ports.mirror.put(SENTINEL_FOLDER, name, text);
    return (await uncopied(ports)).length === 0;
  });
  return isDone === true;
}

/** The copies that are not as the rows are, as they should be. */
async function uncopied(
  ports: AgentPorts,
): Promise<readonly Readonly<{ name: string; text: string }>[]> {
  const copies = await Promise.all(
    (await ports.store.agents()).map(async (agent) => {
      const name = nameOf(agent.id);
      const text = await hashedText(ports, encodeAgent(agent));
      const isCopied = (await ports.mirror.getText(SENTINEL_FOLDER, name)) === text;
      return isCopied ? [] : [{ name, text }];
    }),
  );
  return copies.flat();
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
  ports: CopyPorts & Uses<never, Pick<SecretUpkeep, 'unlink'>>,
  gone: readonly string[],
): Promise<void> {
  if (!(await ports.mirror.isThere()) || !(await copyAgents(ports)) || !ports.lock.excludes) return;
  for (const pepper of gone) await ports.store.unlink(pepper);
}

/** The secrets on which ways hang as the copies have them, once these follow the rows as far as they can; and what was not read. */
export async function peppersInCopies(
  ports: CopyPorts,
): Promise<Readonly<{ peppers: readonly string[]; unread: readonly Unread[] }>> {
  await copyAgents(ports).catch(() => false);
  const agents = await agentsInCopies(ports);
  return {
    peppers: agents.flatMap((agent) => (typeof agent === 'string' ? [] : peppersOf(agent))),
    unread: agents.filter((agent) => typeof agent === 'string'),
  };
}

/** Without those that this version can't read. */
const copiedAgents = async (ports: AgentPorts): Promise<readonly AgentRow[]> =>
  (await agentsInCopies(ports)).filter((agent) => typeof agent !== 'string');

async function agentsInCopies(ports: AgentPorts): Promise<readonly (AgentRow | Unread)[]> {
  const names = (await ports.mirror.names(SENTINEL_FOLDER)).filter(isAgentName);
  return Promise.all(
    names.map(async (name) => {
      const text = await ports.mirror.getText(SENTINEL_FOLDER, name);
      return decodeAgent(await valueIn(ports, text)) ?? whyUnread(ports, text);
    }),
  );
}
