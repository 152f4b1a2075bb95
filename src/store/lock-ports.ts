import type { SubmissionId } from '../domain/ids.ts';
import type { Passkeys } from '../seal/passkey/passkeys.ts';
import type { Stretcher } from '../seal/stretch/stretching.ts';
import type { Broadcast } from './lock-channel.ts';
import type { Query } from './query.ts';
import type { LetGo } from './renew-sending.ts';

/** What the lock needs from outside the store. */
export type LockPorts = Readonly<{
  stretcher: Stretcher;
  passkeys: Passkeys;
  now: () => number;
  broadcast: Broadcast;
  /** Has the copies follow the agents' rows, then unlinks `gone`, the secrets of the ways that went. Where it fails, the next start does it. */
  followAgents: (gone: readonly string[]) => Promise<void>;
  /** A new UUID. */
  newId: () => string;
  /** Deletes a form with its copy and its secrets. False: a call of it is under way. */
  remove: (id: SubmissionId) => Promise<boolean>;
  /** Takes a secret that a submission does not need any more out of its copy, then unlinks it. Where it fails, the next start does it. */
  letGo: LetGo;
  /** Forgets who signed in. */
  signOut: () => Promise<void>;
  /** Follows how many wait that only this page can send, as their agent is unlocked here; the returned function ends it. */
  onHeldBack: (heldBack: Query<number>) => () => void;
  /** What waited for somebody to unlock can be sent. */
  wake: () => void;
}>;
