import type { SubmissionId } from '../../src/domain/ids.ts';
import { areKeys, type StoredSubmission } from '../../src/store/format/submission-row.ts';
import type { KeyedLock } from '../support/fakes/memory-lock-store.ts';
import { withStore } from './sabotage.ts';
import type { Sabotage, World } from './world.ts';

/** Mistakes with the separation of agents who share a phone. */
export const plantedTeamBugs: Readonly<Record<string, Sabotage>> = {
  'lists ask for all agents': (ports, world) => {
    world.shownOf = () => {
      const listed = [...world.disk.seen.submissions.keys()];
      return { listed, counted: listed.length };
    };
    return ports;
  },

  'counts ask for all agents': (ports, world) => {
    world.shownOf = ({ listed }) => ({ listed, counted: world.disk.seen.submissions.size });
    return ports;
  },

  'a form opened under the wrong agent’s key': (ports, world) => {
    world.lockOf = keepingEveryone;
    return ports;
  },

  'a form kept under another agent’s name': (ports, world) =>
    withStore(ports, {
      restore: (contents, files) => {
        const { submission } = contents;
        const other = [...world.disk.seen.agents.keys()].find((id) => id !== submission.agent);
        const named = other === undefined ? submission : { ...submission, agent: other };
        return ports.store.restore({ ...contents, submission: named }, files);
      },
    }),

  'a form that waits for its agent keeps the sending secret': (ports, world) => {
    world.lockOf = (lock) => ({
      ...lock,
      setSendsWhileLocked: (sends) =>
        keepingSecondSecrets(world, () => lock.setSendsWhileLocked(sends)),
      unlock: (...given) => keepingSecondSecrets(world, () => lock.unlock(...given)),
    });
    return ports;
  },

  'a form that waits for its agent is not sent after the unlock': (ports, world) =>
    withStore(ports, {
      isLocked: async (of) => {
        const agent = world.disk.seen.agents.get(of.agent ?? '');
        return agent?.sendsOnlyUnlocked === true && of.keys?.q === undefined
          ? true
          : ports.store.isLocked(of);
      },
    }),
};

/** At each unlock, the page also unlocks all agents who unlocked it with a PIN before. */
function keepingEveryone(lock: KeyedLock): KeyedLock {
  const before = new Map<string, string>();
  return {
    ...lock,
    unlock: async (id, way, text) => {
      const result = await lock.unlock(id, way, text);
      if (result.status !== 'unlocked') return result;
      for (const [other, pin] of before) if (other !== id) await lock.unlock(other, 'pin', pin);
      if (way === 'pin') before.set(id, text);
      return lock.unlock(id, way, text);
    },
  };
}

async function keepingSecondSecrets<T>({ disk }: World, change: () => Promise<T>): Promise<T> {
  const before = new Map<SubmissionId, StoredSubmission>(disk.seen.submissions);
  const changed = await change();
  for (const [id, row] of disk.seen.submissions) {
    const keys = before.get(id)?.keys;
    if (row.status !== 'queued' || !areKeys(row.keys) || row.keys.q !== undefined) continue;
    if (!areKeys(keys) || keys.q === undefined) continue;
    const { name } = keys.q;
    disk.seen.secretNames.set(name, { name, state: 'used', madeAt: 0 });
    disk.seen.submissions.set(id, { ...row, keys });
  }
  return changed;
}
