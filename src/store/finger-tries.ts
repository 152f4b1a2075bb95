import type { NewWay } from '../seal/keyring.ts';
import type { NotEvaluated, Passkeys } from '../seal/passkey/passkeys.ts';
import type { Secret } from '../seal/secrets.ts';
import type { Database } from './database.ts';
import type { LockableDesk } from './key-desk.ts';
import type { FingerprintState, NotTried } from './lock-port.ts';
import type { Right } from './pin-tries.ts';
import { reopening } from './reopen.ts';
import type { AgentRow } from './rows.ts';
import { hasWay, hasWays } from './way-kinds.ts';

/** What a new passkey gave. */
type NewFinger = Readonly<{ status: 'new'; way: (pepper: Secret) => NewWay }>;

export type FingerTries = Readonly<{
  newFinger: () => Promise<NewFinger | NotEvaluated>;
  /** Not counted: the phone itself counts, and soon asks for its own PIN. */
  tryFinger: (agent: string) => Promise<Right | NotTried>;
}>;

/** What a PIN is to `pin-tries.ts`, a finger is here. */
export function fingerTries(
  db: Database,
  { secrets, smith }: Pick<LockableDesk, 'secrets' | 'smith'>,
  passkeys: Passkeys,
): FingerTries {
  return {
    newFinger: async () => {
      const made = await passkeys.create();
      if (made.status !== 'created') return made;
      const { bytes: from, passkey } = made;
      return { status: 'new', way: (pepper) => ({ kind: 'passkey', pepper, from, passkey }) };
    },

    tryFinger: async (id) => {
      const agent = await reopening(db, () => db.agents.get(id));
      const wrap = agent?.wraps.find(({ kind }) => kind === 'passkey');
      if (agent === undefined || wrap?.kind !== 'passkey') return { status: 'lost' };
      const pepper = await secrets.read(wrap.pepper).catch(() => undefined);
      if (!pepper) return { status: pepper === null ? 'lost' : 'noWorker' };
      const given = await passkeys.evaluate(wrap.passkey);
      if (given.status !== 'evaluated') return given;
      const way = { kind: 'passkey', from: given.bytes } as const;
      // The phone recognised somebody, and gives something else than it did: its passkey was made anew.
      const key = await smith.openAgent(agent, way);
      return key === null ? { status: 'unable' } : { status: 'right', agent, way, key };
    },
  };
}

/** What can be had of a fingerprint, or is. */
export async function fingerprintState(
  rows: readonly AgentRow[],
  passkeys: Pick<Passkeys, 'areThere'>,
): Promise<FingerprintState> {
  const [agent, ...others] = rows.filter(hasWays);
  if (agent !== undefined && hasWay(agent, 'passkey'))
    return hasWay(agent, 'pin') ? 'beside' : 'only';
  if (others.length > 0) return 'several';
  return (await passkeys.areThere()) ? 'possible' : 'impossible';
}
