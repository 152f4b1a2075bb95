import type { StoredWrap } from '../seal/keyring.ts';
import type { UnlockWay } from './lock-port.ts';

type WithWays = Readonly<{ wraps: readonly StoredWrap[] }>;
type Kind = StoredWrap['kind'];

/** As a screen names them, and as they are stored. */
const WAYS: readonly Readonly<{ way: UnlockWay; kind: Kind }>[] = [
  { way: 'pin', kind: 'pin' },
  { way: 'fingerprint', kind: 'passkey' },
  { way: 'recovery', kind: 'recovery' },
];

export const hasWay = ({ wraps }: WithWays, kind: Kind): boolean =>
  wraps.some((wrap) => wrap.kind === kind);

/** Of one that lost every way nothing is left but the name, on what is submitted. */
export const hasWays = ({ wraps }: WithWays): boolean => wraps.length > 0;

/** Those that ask something of a person. */
export const waysOf = (agent: WithWays): readonly UnlockWay[] =>
  WAYS.filter(({ kind }) => hasWay(agent, kind)).map(({ way }) => way);

export const notOf =
  (kind: Kind) =>
  (wrap: StoredWrap): boolean =>
    wrap.kind !== kind;
