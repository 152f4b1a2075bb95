import type { Bytes } from '../seal/sealed-bytes.ts';
import type { Database } from './database.ts';
import { peppersOf } from './format/agent-row.ts';
import { hasLock } from './has-lock.ts';
import type { LockableDesk } from './key-desk.ts';
import type { LockStore, NotRight, NotTried, PreparedCode, PrepareResult } from './lock-port.ts';
import type { PinTries, Right } from './pin-tries.ts';
import { reopening } from './reopen.ts';
import {
  addAgent,
  agentsHere,
  removeAgentOf,
  setLabelOf,
  setSendsOf,
  unfitLabel,
  whyNotRemoved,
} from './several-agents.ts';
import { NoSecretKept } from './spare-secrets.ts';
import { isQuotaError } from './storage-errors.ts';
import { hasWay } from './way-kinds.ts';

/** What became of what a code ends. */
export type SetByCode = Readonly<{ status: 'done' | 'changed' | 'locked' | 'lost' | 'notSaved' }>;

/** Of the lock of one page. */
type TeamPorts = Readonly<{
  /** Who has unlocked it; null: nobody. */
  current: () => string | null;
  /** Has the copies follow the agents' rows; `gone`: secrets on which nothing hangs any more. */
  follow: (gone?: readonly string[]) => Promise<void>;
  /** What they submitted before follows their choice of when it is sent. */
  followChoice: (agent: string) => Promise<void>;
  lockEverywhere: () => void;
  newCode: (set: (from: Bytes) => Promise<SetByCode>) => PreparedCode;
  newId: () => string;
  newPin: PinTries['newPin'];
  /** Whether it is the agent who has unlocked it. */
  prove: (pin: string) => Promise<Right | NotRight | NotTried | Readonly<{ status: 'locked' }>>;
  unfit: (pin: string) => Extract<PrepareResult, { status: 'unfit' }> | null;
}>;

/** Nothing was written; what is a bug, or may pass, is thrown on. */
export function notSaved(error: unknown): Readonly<{ status: 'notSaved' }> {
  if (error instanceof NoSecretKept || isQuotaError(error)) return { status: 'notSaved' };
  throw error;
}

/** The part of a lock for those who share the phone. */
export function lockTeam(
  db: Database,
  desk: LockableDesk,
  {
    current,
    follow,
    followChoice,
    lockEverywhere,
    newCode,
    newId,
    newPin,
    prove,
    unfit,
  }: TeamPorts,
): Pick<
  LockStore,
  | 'agents'
  | 'setLabel'
  | 'prepareAgent'
  | 'removeAgent'
  | 'sendsWhileLocked'
  | 'setSendsWhileLocked'
> {
  const rows = () => reopening(db, () => db.agents.toArray());

  return {
    agents: async () => {
      const own = current();
      return own === null ? [] : agentsHere(await rows(), own);
    },

    setLabel: async (label) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const set = await setLabelOf(db, own, label).catch(notSaved);
      if (set.status === 'done') await follow();
      return set;
    },

    prepareAgent: async (label, pin) => {
      const there = await rows();
      if (!there.some(hasLock)) return { status: 'needsLock' };
      const own = current();
      if (own === null) return { status: 'locked' };
      const row = there.find(({ id }) => id === own);
      if (row === undefined || !hasWay(row, 'pin')) return { status: 'needsPin' };
      if (row.label === undefined) return { status: 'needsLabel' };
      const fault = unfitLabel(there, null, label) ?? unfit(pin);
      if (fault !== null) return fault;
      const made = await newPin(pin);
      if (made.status !== 'new') return made;
      return newCode(async (from) => {
        if (current() !== own) return { status: 'locked' };
        const added = await addAgent(db, desk, {
          id: newId(),
          by: own,
          label,
          to: (pepper) => [made.way(pepper), { kind: 'recovery', from }],
          pin: made.pin,
        }).catch(notSaved);
        if (added.status === 'done') await follow(added.gone);
        return added;
      });
    },

    sendsWhileLocked: async () => {
      const own = current();
      const row = (await rows()).find(({ id }) => id === own);
      return row?.sendsOnlyUnlocked !== true;
    },

    setSendsWhileLocked: async (sends) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const set = await setSendsOf(db, own, sends).catch(notSaved);
      if (set.status !== 'done') return set;
      await follow();
      // What fails here, the next unlock does.
      await followChoice(own).catch(() => undefined);
      return set;
    },

    removeAgent: async (pin) => {
      const own = current();
      if (own === null) return { status: 'locked' };
      const refused = await whyNotRemoved(db, own);
      if (refused !== null) return refused;
      const tried = await prove(pin);
      if (tried.status !== 'right') return tried;
      const removed = await removeAgentOf(db, own);
      if (removed.status !== 'done') return removed;
      lockEverywhere();
      await follow(peppersOf(tried.agent));
      return removed;
    },
  };
}
