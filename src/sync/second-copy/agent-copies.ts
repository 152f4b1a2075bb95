import { SENTINEL_FOLDER } from '../../store/db/stored-names.ts';
import { decodeAgent, encodeAgent, peppersOf } from '../../store/format/agent-row.ts';
import type { AgentRow } from '../../store/format/rows.ts';
import type { Agents, SecretUpkeep } from '../../store/outbox/outbox-port.ts';
import { SHORT_SECONDS, withLock, withTimeLimit } from '../locks.ts';
import type { SyncPorts, Uses } from '../ports/ports.ts';

type HashPorts = Pick<SyncPorts, 'digest'>;

/** A line with the hash of the JSON, then the JSON. The hash shows whether a file is truncated. */
export async function hashedText({ digest }: HashPorts, value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return `${await digest(json)}\n${json}`;
}

/**
 * Why a text is unreadable. `none`: the text is missing, or its first write did not end. `damaged`: the hash does not match.
 * `unreadable`: the text is intact, but from another version, perhaps a later one.
 */
export type Unread = 'none' | 'damaged' | 'unreadable';

export async function whyUnread(ports: HashPorts, text: string | undefined): Promise<Unread> {
  if (text === undefined || text === '') return 'none';
  return (await isAsWritten(ports, text)) ? 'unreadable' : 'damaged';
}

async function isAsWritten({ digest }: HashPorts, text: string): Promise<boolean> {
  const end = text.indexOf('\n');
  return end >= 0 && (await digest(text.slice(end + 1))) === text.slice(0, end);
}

/** Parses a text with a hash. Returns null if the text is missing, truncated or damaged. */
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

type AgentPorts = Uses<'secondCopy' | 'digest', Agents>;
type CopyPorts = AgentPorts & Pick<SyncPorts, 'clock' | 'lock'>;

/**
 * The lock for writing an agent's copy. The writer reads the agent's row after it gets the lock. Otherwise it could write key slots
 * that were replaced meanwhile. After a wipe, the repair would restore a slot whose secret is deleted.
 */
const AGENTS_LOCK = 'veld-agents';

/** The name of an agent's file, in the folder of the sentinel. Older builds do not touch this file. */
const nameOf = (id: string): string => `agent-${id}.json`;
const isAgentName = (name: string): boolean => name.startsWith('agent-');

/**
 * Writes new and changed agents into the second copies and reads them back, because a submission's copy needs its agent's key. The copy
 * contains no secret: the agent's key is wrapped. Returns false if a copy was not stored. Rejects if the second copy hangs.
 */
export async function copyAgents(ports: CopyPorts): Promise<boolean> {
  if ((await uncopied(ports)).length === 0) return true;
  const isDone = await withLock(ports, AGENTS_LOCK, () =>
    withTimeLimit(ports, putAgents, SHORT_SECONDS),
  );
  if (isDone === null) throw new Error('Another tab writes the agents.');
  return isDone;
}

async function putAgents(ports: AgentPorts): Promise<boolean> {
  for (const { name, text } of await uncopied(ports))
    await ports.secondCopy.put(SENTINEL_FOLDER, name, text);
  return (await uncopied(ports)).length === 0;
}

/** The names and new contents of the agents' copies that differ from the rows. */
async function uncopied(
  ports: AgentPorts,
): Promise<readonly Readonly<{ name: string; text: string }>[]> {
  const copies = await Promise.all(
    (await ports.store.agents()).map(async (agent) => {
      const name = nameOf(agent.id);
      const text = await hashedText(ports, encodeAgent(agent));
      const isCopied = (await ports.secondCopy.getText(SENTINEL_FOLDER, name)) === text;
      return isCopied ? [] : [{ name, text }];
    }),
  );
  return copies.flat();
}

/** Loads the agents from the second copies into the key store: after a wipe the database has none. Returns the agents. */
export async function loadAgentsFromCopies(ports: AgentPorts): Promise<readonly AgentRow[]> {
  const agents = await copiedAgents(ports);
  await ports.store.loadAgentsOfCopy(agents);
  return agents;
}

/**
 * Updates the agents' copies after key slots were replaced, then deletes the old slots' secrets. In the other order, a repair after a
 * wipe could restore a slot that does not open. If a copy can't be written, or no lock excludes other tabs, the next start does both.
 * @param unused the secrets that only old slots needed
 */
export async function followAgents(
  ports: CopyPorts & Uses<never, Pick<SecretUpkeep, 'deleteSecret'>>,
  unused: readonly string[],
): Promise<void> {
  const areCopied = await withTimeLimit(
    ports,
    async (limited) => (await limited.secondCopy.state()) === 'open' && copyAgents(limited),
  );
  if (!areCopied || !ports.lock.excludes) return;
  for (const pepper of unused) await ports.store.deleteSecret(pepper);
}

/** Tries to update the agents' copies. Returns the secrets that the copies need, and why some copies are unreadable. */
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

const copiedAgents = async (ports: AgentPorts): Promise<readonly AgentRow[]> =>
  (await agentsInCopies(ports)).filter((agent) => typeof agent !== 'string');

async function agentsInCopies(ports: AgentPorts): Promise<readonly (AgentRow | Unread)[]> {
  const names = (await ports.secondCopy.names(SENTINEL_FOLDER)).filter(isAgentName);
  return Promise.all(
    names.map(async (name) => {
      const text = await ports.secondCopy.getText(SENTINEL_FOLDER, name);
      return decodeAgent(await valueIn(ports, text)) ?? whyUnread(ports, text);
    }),
  );
}
