import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { LabelFault } from '../../domain/lock.ts';
import type { PinFault } from '../../domain/pin.ts';
import type { Passkeys, PrfUnavailable } from '../../seal/passkeys.ts';
import type { KeyStretcher } from '../../seal/stretch/stretching.ts';
import type { Query } from '../db/query.ts';
import type { Broadcast } from './lock-channel.ts';
import type { RemoveSendingSlot } from './sending-slots.ts';

/*
 * The lock, as screens use it: `services.lock()` resolves with it. PINs and codes come in as text and go no further. `domain/lock.ts`
 * has a page's state transitions. `domain/pin.ts` has the rules for a new PIN.
 */

/** `pin`: a PIN or a password. `fingerprint`: a passkey of the phone. `recovery`: the recovery code on paper. */
export type UnlockMethod = 'pin' | 'fingerprint' | 'recovery';

/** How somebody shows that the lock is theirs to change: by their PIN or password; or as they unlock it without. */
export type Proof = string | Readonly<{ by: 'fingerprint' }>;

/**
 * `impossible`: the phone has no passkeys. `several`: several agents share the phone, and the passkey would open all. `possible`: not
 * set; not tried yet. `beside`: set, with a PIN. `only`: set, with the recovery code alone.
 */
export type FingerprintState = 'impossible' | 'several' | 'possible' | 'beside' | 'only';

/** An agent, as the lock's screen names them. */
export type LockScreenAgent = Readonly<{
  id: string;
  /** null: nobody gave one, as the phone has one agent. */
  label: string | null;
  methods: readonly UnlockMethod[];
  /** Whether the PIN is typed on a keyboard with letters, as far as is known. */
  pinHasLetters: boolean;
  /** Before this (ms since 1970) no PIN is tried; null: at once. */
  notBefore: number | null;
}>;

export type LockStatus =
  /** Nobody set a lock. */
  | Readonly<{ status: 'open' }>
  | Readonly<{ status: 'unlocked'; agent: string; agents: readonly LockScreenAgent[] }>
  /** `waiting`: submitted and not delivered, of all agents. */
  | Readonly<{ status: 'locked'; agents: readonly LockScreenAgent[]; waiting: number }>;

/**
 * `noMemory`: too little memory to derive the key. `noWorker`: the worker's code did not load. `lost`: the agent or the needed secret
 * is gone; a recovery code may still work. `refused` and `unable`: see `PrfUnavailable`, for passkeys only.
 */
export type ProofNotChecked = Readonly<{
  status: 'noMemory' | 'noWorker' | 'lost' | PrfUnavailable['status'];
}>;

/** `failures`: wrong ones in a row. A wrong recovery code is not counted, and tells 0. `wait`: not tried, too early. */
export type ProofRejected =
  | Readonly<{ status: 'wrong'; failures: number; notBefore: number | null }>
  | Readonly<{ status: 'wait'; until: number }>;

/**
 * `locked`: it was right, but somebody locked meanwhile. `unsaved`: not tried, as what another agent typed last here is not on the disk
 * yet, and only their key brings it there.
 */
export type UnlockResult =
  | Readonly<{ status: 'unlocked' }>
  | Readonly<{ status: 'locked' | 'unsaved' }>
  | ProofRejected
  | ProofNotChecked;

/** Nothing was written: the PIN can't be one; another tab was first; this page is locked by now; or nothing keeps what was to be written. */
type NotSet =
  | Readonly<{ status: 'unfit'; fault: PinFault }>
  | Readonly<{ status: 'changed' | 'locked' | 'notSaved' }>;

/** A code to be written down, of which nothing is kept until `finish`. */
export type PreparedCode = Readonly<{
  status: 'ready';
  /** `VELD-` and four groups. */
  code: string;
  /** Once its last group was typed. */
  finish: () => Promise<Readonly<{ status: 'done' }> | NotSet>;
}>;

export type PrepareResult = PreparedCode | NotSet | ProofNotChecked;
export type NewCodeResult = PreparedCode | NotSet | ProofRejected | ProofNotChecked;
export type SetPinResult = Readonly<{ status: 'done' }> | NotSet | ProofNotChecked;
export type WithPinResult = SetPinResult | ProofRejected;

/** A text that can't be an agent's label (`domain/agent-label.ts`); nothing was written. */
export type UnfitLabel = Readonly<{ status: 'unfitLabel'; fault: LabelFault }>;

/** `locked`: this page is, by now. */
export type SetLabelResult =
  | Readonly<{ status: 'done' }>
  | UnfitLabel
  | Readonly<{ status: 'locked' | 'notSaved' }>;

/**
 * The unlocked agent first needs a lock, a PIN in it, and a label (`setLabel`). Their passkey is removed, because a passkey is for one
 * agent alone.
 */
export type NewAgentResult =
  | PrepareResult
  | UnfitLabel
  | Readonly<{ status: 'needsLock' | 'needsPin' | 'needsLabel' }>;

/** `several`: who shares a phone needs a lock. */
export type RemoveLockResult = WithPinResult | Readonly<{ status: 'several' }>;

/** `undelivered`: so many drafts, waiting and refused ones of theirs are still here. `last`: nobody would be left. */
export type RemoveAgentResult =
  | WithPinResult
  | Readonly<{ status: 'undelivered'; count: number }>
  | Readonly<{ status: 'last' }>;

/** An agent of this phone, as the unlocked agent sees them. */
export type PhoneAgent = Readonly<{
  id: string;
  label: string | null;
  isOwn: boolean;
  /** As `LockScreenAgent` has it. */
  pinHasLetters: boolean;
}>;

/** A form that a reset deletes. Only its kind (null: written by a newer version) and its creation time (ms) are readable. */
export type FormAtRisk = Readonly<{ kind: FormKind | null; createdAt: number }>;

export type ResetLoss = Readonly<{
  /** Submitted ones that are sent as ever. */
  stays: number;
  drafts: readonly FormAtRisk[];
  /** Submissions that need attention, and those that may be sent only while the agent is unlocked. */
  attention: readonly FormAtRisk[];
}>;

export type LockStore = Readonly<{
  /** If this page is locked, it first asks other tabs for the key, for 150 ms. */
  status: () => Promise<LockStatus>;
  /** One at a time; pages where another agent is unlocked lock. By `recovery`, the PIN is forgotten: the person sets a new one at once (`newPinAfterRecovery`). */
  unlock: (
    agent: string,
    method: Exclude<UnlockMethod, 'fingerprint'>,
    text: string,
  ) => Promise<UnlockResult>;
  /** Shows the phone's own dialog. */
  unlockByFingerprint: (agent: string) => Promise<UnlockResult>;
  /**
   * Somebody locks: other tabs are told, and this page counts as locked and gives its key to none. The key stays until `lock`, for what
   * was typed last and is still to be saved.
   */
  leave: () => void;
  /** This page's keys go, and with them all that was opened. */
  lock: () => void;
  /**
   * Another tab locked. A listener says whether this page has something to save, and calls `lock` after it; where none does, the keys
   * go at once. The returned function ends it.
   */
  onLocked: (listener: () => boolean) => () => void;
  prepareLock: (pin: string) => Promise<PrepareResult>;
  /** A lock without a PIN: the recovery code is its only other way. */
  prepareFingerprintLock: () => Promise<PrepareResult>;
  fingerprint: () => Promise<FingerprintState>;
  /** Beside the PIN. */
  addFingerprint: (pin: string) => Promise<WithPinResult>;
  /** Only where a PIN opens it too; `changed`: none does. */
  removeFingerprint: () => Promise<SetPinResult>;
  /** Also the first PIN of a lock that had none. */
  changePin: (proof: Proof, pin: string) => Promise<WithPinResult>;
  newPinAfterRecovery: (pin: string) => Promise<SetPinResult>;
  /** The old code stops working, except with an old copy of the disk. */
  prepareNewCode: (proof: Proof) => Promise<NewCodeResult>;
  removeLock: (proof: Proof) => Promise<RemoveLockResult>;
  /** The agents who can unlock, in the order of the lock screen. Empty while this page is locked. */
  agents: () => Promise<readonly PhoneAgent[]>;
  /** Sets the label of the unlocked agent. */
  setLabel: (label: string) => Promise<SetLabelResult>;
  /**
   * Adds an agent with their own PIN and recovery code. The current agent stays unlocked; the new one unlocks after 'Lock now'.
   * Neither sees the other's forms. `finish` removes the passkey.
   */
  prepareAgent: (label: string, pin: string) => Promise<NewAgentResult>;
  /** Removes the unlocked agent and their receipts, if they have no undelivered form. Then the phone is locked. */
  removeAgent: (pin: string) => Promise<RemoveAgentResult>;
  /**
   * True if the unlocked agent's submissions are also sent while Veld is locked or closed; that is the default. Earlier submissions
   * follow a change.
   */
  sendsWhileLocked: () => Promise<boolean>;
  setSendsWhileLocked: (
    sends: boolean,
  ) => Promise<Readonly<{ status: 'done' | 'locked' | 'notSaved' }>>;
  whatResetLoses: (agent: string) => Promise<ResetLoss>;
  /**
   * Resets an agent without PIN and code. Sendable submissions stay and are sent; everything else is deleted for good. Then the phone
   * is open, or locked if other agents share it.
   */
  resetAgent: (agent: string) => Promise<Readonly<{ status: 'done' | 'notSaved' | 'lost' }>>;
}>;

/** The lock's dependencies outside the store. */
export type LockPorts = Readonly<{
  stretcher: KeyStretcher;
  passkeys: Passkeys;
  now: () => number;
  broadcast: Broadcast;
  /** Updates the second copies with the agents' rows, then deletes the secrets in `unused`. If it fails, the next start repeats it. */
  followAgents: (unused: readonly string[]) => Promise<void>;
  /** A new UUID. */
  newId: () => string;
  /** Deletes a form with its copy and its secrets. False: a call of it is under way. */
  remove: (id: SubmissionId) => Promise<boolean>;
  /** Removes an unneeded secret from a submission's copy, then deletes it. If it fails, the next start repeats it. */
  removeSendingSlot: RemoveSendingSlot;
  /** Forgets who signed in. */
  signOut: () => Promise<void>;
  /**
   * Follows the number of submissions that only this page can send, because their agent is unlocked here. The returned function ends
   * it.
   */
  onWaitingForUnlock: (waitingForUnlock: Query<number>) => () => void;
  /** Sends the submissions that waited for an unlock. */
  wake: () => void;
}>;
