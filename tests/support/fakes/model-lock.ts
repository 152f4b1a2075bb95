import {
  afterFailure,
  asLabel,
  currentFailures,
  labelFault,
  NO_FAILED_ATTEMPTS,
  notBefore,
} from '../../../src/domain/lock.ts';
import {
  hasLetters,
  PIN_AFTER_RECOVERY_MS,
  pinAsTried,
  pinFault,
} from '../../../src/domain/pin.ts';
import type { PrfUnavailable } from '../../../src/seal/passkeys.ts';
import type {
  LockScreenAgent,
  LockStore,
  PreparedCode,
  Proof,
  ProofRejected,
  ResetLoss,
} from '../../../src/store/lock/lock-contract.ts';

export interface ModelAgent {
  readonly id: string;
  label: string | null;
  /** null: no lock. */
  lock: Readonly<{ pin: string | null; hasPasskey: boolean; code: string }> | null;
  failures: typeof NO_FAILED_ATTEMPTS;
  loses: ResetLoss;
  sendsWhileLocked: boolean;
}

/** The state that outlives a page, shared by all pages of a phone. */
export interface ModelLockDisk {
  /** The agents who can unlock. If an agent has no lock, the phone has no other agent. */
  agents: readonly ModelAgent[];
  /** The phone's answer when the app asks for a passkey. Null: the phone has no passkeys. */
  owner: 'known' | PrfUnavailable['status'] | null;
  made: number;
  /** The listeners of all pages. Each gets the agent who unlocked another page, or null if another page was locked. */
  pages: Set<(agent: string | null) => void>;
}

const NOTHING: ResetLoss = { stays: 0, drafts: [], waiting: [], attention: [] };

export const newModelAgent = (id: string, known: Partial<ModelAgent> = {}): ModelAgent => ({
  id,
  label: null,
  lock: null,
  failures: NO_FAILED_ATTEMPTS,
  loses: NOTHING,
  sendsWhileLocked: true,
  ...known,
});

export const newLockDisk = (): ModelLockDisk => ({
  agents: [newModelAgent('agent')],
  owner: null,
  made: 0,
  pages: new Set(),
});

const undeliveredOf = ({ stays, drafts, waiting, attention }: ResetLoss): number =>
  stays + drafts.length + waiting.length + attention.length;

/** A lock without keys and database, for tests of screens. It passes the same checks as the real lock (`conformance/lock.ts`). */
export function modelLock(disk: ModelLockDisk, now: () => number): LockStore {
  let unlocked: string | null = null;
  let isLeaving = false;
  /** The agent who entered the right recovery code, and the time, until the new PIN is set. */
  let recovery: Readonly<{ agent: string; at: number }> | null = null;
  const listeners = new Set<() => boolean>();
  const lockHere = (): void => {
    unlocked = null;
    isLeaving = false;
    recovery = null;
  };
  const hear = (agent: string | null): void => {
    if (unlocked === null || isLeaving || agent === unlocked) return;
    isLeaving = true;
    const areSaving = [...listeners].map((listener) => listener());
    if (!areSaving.includes(true)) lockHere();
  };
  const tell = (agent: string | null): void => {
    for (const page of disk.pages) if (page !== hear) page(agent);
  };
  const leave = (): void => {
    if (unlocked === null || isLeaving) return;
    isLeaving = true;
    tell(null);
  };
  const unlock = (agent: string): void => {
    unlocked = agent;
    isLeaving = false;
    recovery = null;
    tell(agent);
  };
  disk.pages.add(hear);

  const agentOf = (id: string | null): ModelAgent | null =>
    disk.agents.find((agent) => agent.id === id) ?? null;
  const own = (): ModelAgent | null => (isLeaving ? null : agentOf(unlocked));
  /** The agent of a phone with one agent. */
  const only = (): ModelAgent => {
    const [agent] = disk.agents;
    if (agent === undefined) throw new Error('A phone has an agent.');
    return agent;
  };
  const hasLock = (): boolean => disk.agents.some(({ lock }) => lock !== null);

  const agentsOnLockScreen = (agent: ModelAgent): LockScreenAgent => {
    const { id, label, lock } = agent;
    agent.failures = currentFailures(agent.failures, now());
    return {
      id,
      label,
      methods: [
        ...(lock?.pin == null ? [] : (['pin'] as const)),
        ...(lock?.hasPasskey ? (['fingerprint'] as const) : []),
        'recovery',
      ],
      pinHasLetters: hasLetters(lock?.pin ?? ''),
      notBefore: notBefore(agent.failures, now()),
    };
  };

  type Tried = ProofRejected | Readonly<{ status: 'right'; agent: ModelAgent }>;

  const unlockWithPin = (agent: ModelAgent, pin: string): Tried => {
    agent.failures = currentFailures(agent.failures, now());
    const until = notBefore(agent.failures, now());
    if (until !== null) return { status: 'wait', until };
    if (agent.lock?.pin === pinAsTried(pin)) {
      agent.failures = NO_FAILED_ATTEMPTS;
      return { status: 'right', agent };
    }
    agent.failures = afterFailure(agent.failures, now());
    const { count } = agent.failures;
    return { status: 'wrong', failures: count, notBefore: notBefore(agent.failures, now()) };
  };

  /** Asks for the agent's passkey. Returns the phone's answer. */
  const unlockWithPasskey = (agent: ModelAgent) =>
    disk.owner === 'known'
      ? ({ status: 'right', agent } as const)
      : { status: disk.owner ?? ('unable' as const) };

  /** Checks that the person is the agent who unlocked this page. */
  const prove = (proof: Proof) => {
    const agent = own();
    if (agent === null) return { status: 'locked' } as const;
    return typeof proof === 'string' ? unlockWithPin(agent, proof) : unlockWithPasskey(agent);
  };

  const prepared = (finish: (code: string) => Awaited<ReturnType<PreparedCode['finish']>>) => {
    disk.made += 1;
    const code = `VELD-00000-00000-00000-${String(disk.made).padStart(5, '0')}`;
    return { status: 'ready', code, finish: async () => finish(code) } as const;
  };

  type Ways = Readonly<{ pin: string | null; hasPasskey: boolean }>;

  const newCode = (agent: ModelAgent, ways: Ways): PreparedCode => {
    const before = agent.lock;
    return prepared((code) => {
      if (agent.lock !== before) return { status: 'changed' };
      agent.lock = { ...ways, code };
      unlock(agent.id);
      return { status: 'done' };
    });
  };

  const unfit = (pin: string) => {
    const fault = pinFault(pin);
    return fault && ({ status: 'unfit', fault } as const);
  };

  const unfitLabel = (label: string, id: string | null) => {
    const others = disk.agents.filter((agent) => agent.id !== id);
    const fault = labelFault(
      label,
      others.map((agent) => agent.label),
    );
    return fault && ({ status: 'unfitLabel', fault } as const);
  };

  return {
    status: async () => {
      if (!hasLock()) return { status: 'open' };
      const agent = own();
      const agents = disk.agents.map(agentsOnLockScreen);
      if (agent !== null) return { status: 'unlocked', agent: agent.id, agents };
      const waiting = disk.agents.reduce((sum, { loses }) => sum + loses.stays, 0);
      return { status: 'locked', agents, waiting };
    },
    unlock: async (id, way, text) => {
      const agent = agentOf(id);
      if (agent === null || agent.lock === null) return { status: 'lost' };
      if (way === 'pin' && agent.lock.pin === null) return { status: 'lost' };
      if (unlocked !== null && unlocked !== id) return { status: 'unsaved' };
      if (way === 'recovery') {
        if (text !== agent.lock.code) return { status: 'wrong', failures: 0, notBefore: null };
        recovery = { agent: id, at: now() };
        return { status: 'unlocked' };
      }
      const tried = unlockWithPin(agent, text);
      if (tried.status !== 'right') return tried;
      unlock(id);
      return { status: 'unlocked' };
    },
    unlockByFingerprint: async (id) => {
      const agent = agentOf(id);
      if (!agent?.lock?.hasPasskey) return { status: 'lost' };
      const tried = unlockWithPasskey(agent);
      if (tried.status !== 'right') return tried;
      unlock(id);
      return { status: 'unlocked' };
    },
    leave,
    lock: () => {
      leave();
      lockHere();
    },
    onLocked: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prepareLock: async (pin) =>
      unfit(pin) ??
      (only().lock === null
        ? newCode(only(), { pin: pinAsTried(pin), hasPasskey: false })
        : { status: 'changed' }),
    prepareFingerprintLock: async () => {
      if (only().lock !== null) return { status: 'changed' };
      const made = unlockWithPasskey(only());
      return made.status === 'right' ? newCode(only(), { pin: null, hasPasskey: true }) : made;
    },
    fingerprint: async () => {
      if (disk.agents.length > 1) return 'several';
      const { lock } = only();
      if (lock?.hasPasskey) return lock.pin === null ? 'only' : 'beside';
      return disk.owner === null ? 'impossible' : 'possible';
    },
    addFingerprint: async (pin) => {
      const right = prove(pin);
      if (right.status !== 'right') return right;
      const { agent } = right;
      const made = unlockWithPasskey(agent);
      if (made.status !== 'right') return made;
      if (disk.agents.length > 1) return { status: 'changed' };
      agent.lock = agent.lock && { ...agent.lock, hasPasskey: true };
      return { status: 'done' };
    },
    removeFingerprint: async () => {
      const agent = own();
      if (agent === null) return { status: 'locked' };
      if (agent.lock === null || agent.lock.pin === null) return { status: 'changed' };
      agent.lock = { ...agent.lock, hasPasskey: false };
      return { status: 'done' };
    },
    changePin: async (proof, pin) => {
      const tried = unfit(pin) ?? prove(proof);
      if (tried.status !== 'right') return tried;
      const { agent } = tried;
      agent.lock = agent.lock && { ...agent.lock, pin: pinAsTried(pin) };
      return { status: 'done' };
    },
    newPinAfterRecovery: async (pin) => {
      const fault = unfit(pin);
      if (fault !== null) return fault;
      const agent = agentOf(recovery?.agent ?? null);
      const isLate = now() - (recovery?.at ?? 0) > PIN_AFTER_RECOVERY_MS;
      if (agent === null || isLate) return { status: 'locked' };
      agent.lock = agent.lock && { ...agent.lock, pin: pinAsTried(pin) };
      agent.failures = NO_FAILED_ATTEMPTS;
      unlock(agent.id);
      return { status: 'done' };
    },
    prepareNewCode: async (proof) => {
      const tried = prove(proof);
      if (tried.status !== 'right') return tried;
      const { lock } = tried.agent;
      return lock === null ? { status: 'changed' } : newCode(tried.agent, lock);
    },
    removeLock: async (proof) => {
      if (disk.agents.length > 1) return { status: 'several' };
      const tried = prove(proof);
      if (tried.status !== 'right') return tried;
      tried.agent.lock = null;
      tried.agent.sendsWhileLocked = true;
      return { status: 'done' };
    },
    agents: async () =>
      own() === null
        ? []
        : disk.agents.map((agent) => ({
            id: agent.id,
            label: agent.label,
            isOwn: agent.id === unlocked,
            pinHasLetters: agentsOnLockScreen(agent).pinHasLetters,
          })),
    setLabel: async (label) => {
      const agent = own();
      if (agent === null) return { status: 'locked' };
      const fault = unfitLabel(label, agent.id);
      if (fault !== null) return fault;
      agent.label = asLabel(label);
      return { status: 'done' };
    },
    prepareAgent: async (label, pin) => {
      if (!hasLock()) return { status: 'needsLock' };
      const agent = own();
      if (agent === null) return { status: 'locked' };
      if (agent.lock === null || agent.lock.pin === null) return { status: 'needsPin' };
      if (agent.label === null) return { status: 'needsLabel' };
      const fault = unfitLabel(label, null) ?? unfit(pin);
      if (fault !== null) return fault;
      return prepared((code) => {
        if (own() !== agent) return { status: 'locked' };
        if (unfitLabel(label, null) !== null) return { status: 'changed' };
        const lock = { pin: pinAsTried(pin), hasPasskey: false, code };
        agent.lock = agent.lock && { ...agent.lock, hasPasskey: false };
        const added = newModelAgent(`agent-${disk.made}`, { label: asLabel(label), lock });
        disk.agents = [...disk.agents, added];
        return { status: 'done' };
      });
    },
    removeAgent: async (pin) => {
      const agent = own();
      if (agent === null) return { status: 'locked' };
      if (disk.agents.length === 1) return { status: 'last' };
      const count = undeliveredOf(agent.loses);
      if (count > 0) return { status: 'undelivered', count };
      const tried = prove(pin);
      if (tried.status !== 'right') return tried;
      disk.agents = disk.agents.filter(({ id }) => id !== agent.id);
      lockHere();
      tell(null);
      return { status: 'done' };
    },
    sendsWhileLocked: async () => own()?.sendsWhileLocked ?? true,
    setSendsWhileLocked: async (sends) => {
      const agent = own();
      if (agent === null) return { status: 'locked' };
      agent.sendsWhileLocked = sends;
      return { status: 'done' };
    },
    whatResetLoses: async (id) => agentOf(id)?.loses ?? NOTHING,
    resetAgent: async (id) => {
      const agent = agentOf(id);
      if (agent === null) return { status: 'lost' };
      const rest = disk.agents.filter((each) => each !== agent);
      const { loses } = agent;
      disk.agents =
        rest.length > 0
          ? rest
          : [
              newModelAgent(`agent-${disk.made}`, {
                loses: { ...NOTHING, stays: loses.stays },
              }),
            ];
      lockHere();
      tell(null);
      return { status: 'done' };
    },
  };
}
