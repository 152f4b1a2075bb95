import { NO_FAILURES, notBefore } from '../../domain/lock.ts';
import { hasLetters, pinAsTried } from '../../domain/pin.ts';
import { type Bytes, randomBytes } from '../../seal/bytes.ts';
import type { AgentKey, NewWay, Way } from '../../seal/key-hierarchy.ts';
import type { Secret } from '../../seal/secrets.ts';
import type { NotStretched, Stretcher, Stretching } from '../../seal/stretch/stretching.ts';
import type { Database } from '../db/database.ts';
import { reopening } from '../db/transactions.ts';
import type { AgentRow } from '../format/rows.ts';
import type { LockableDesk } from '../keys/key-store.ts';
import type { NotRight, NotTried } from './lock-contract.ts';
import { beginTry, endTry } from './unlock-methods.ts';

const SALT_BYTES = 16;

/** A correct PIN or passkey. `key` is present if the check needed to open it. */
export type Right = Readonly<{ status: 'right'; agent: AgentRow; way: Way; key?: AgentKey }>;

/** The key material of a new PIN. */
export type NewPin = Readonly<{
  status: 'new';
  way: (pepper: Secret) => NewWay;
  pin: Readonly<{ pinHasLetters: boolean }>;
}>;

export type PinTries = Readonly<{
  newPin: (pin: string) => Promise<NewPin | NotStretched>;
  /** It counts as wrong until it was right. */
  tryPin: (agent: string, pin: string) => Promise<Right | NotRight | NotTried>;
}>;

export function pinTries(
  db: Database,
  { secrets, smith }: Pick<LockableDesk, 'secrets' | 'smith'>,
  stretcher: Stretcher,
  now: () => number,
): PinTries {
  const stretched = (pin: string, salt: Bytes, by: Stretching) =>
    stretcher.stretch(pinAsTried(pin), salt, by);

  return {
    newPin: async (pin) => {
      const chosen = await stretcher.choose();
      if (chosen.status !== 'chosen') return chosen;
      const salt = randomBytes(SALT_BYTES);
      const made = await stretched(pin, salt, chosen.stretched);
      if (made.status !== 'stretched') return made;
      const { bytes: from } = made;
      return {
        status: 'new',
        way: (pepper) => ({ kind: 'pin', pepper, from, salt, stretched: chosen.stretched }),
        pin: { pinHasLetters: hasLetters(pin) },
      };
    },

    tryPin: async (id, pin) => {
      const row = await reopening(db, () => db.agents.get(id));
      const wrap = row?.wraps.find(({ kind }) => kind === 'pin');
      if (wrap?.kind !== 'pin') return { status: 'lost' };
      // A storage that fails may answer after a reload.
      const pepper = await secrets.read(wrap.pepper).catch(() => undefined);
      if (!pepper) return { status: pepper === null ? 'lost' : 'noWorker' };
      const begun = await beginTry(db, id, now());
      if (begun.status !== 'begun') return begun.status === 'gone' ? { status: 'lost' } : begun;
      const { agent, before, failures } = begun;
      const made = await stretched(pin, wrap.salt, wrap.stretched);
      if (made.status !== 'stretched') {
        await endTry(db, id, { failures: before });
        return made;
      }
      const way = { kind: 'pin', from: made.bytes } as const;
      const key = await smith.openAgent(agent, way);
      if (key === null)
        return { status: 'wrong', failures: failures.count, notBefore: notBefore(failures, now()) };
      // An older build did not keep which keyboard it is typed on.
      await endTry(db, id, { failures: NO_FAILURES, pinHasLetters: hasLetters(pin) });
      return { status: 'right', agent, way, key };
    },
  };
}
