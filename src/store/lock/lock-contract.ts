import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { LabelFault } from '../../domain/lock.ts';
import type { PinFault } from '../../domain/pin.ts';
import type { Passkeys, PrfUnavailable } from '../../seal/passkeys.ts';
import type { KeyStretcher } from '../../seal/stretch/stretching.ts';
import type { Query } from '../db/query.ts';
import type { Broadcast, UnlockedPages } from './lock-channel.ts';
import type { RemoveSendingSlot } from './sending-slots.ts';

/*
 * The lock for screens: `services.lock()` resolves with it. Screens pass PINs and codes as text. The lock never stores or returns a
 * PIN. `domain/lock.ts` has a page's state transitions. `domain/pin.ts` has the rules for a new PIN.
 */

/** `pin`: a PIN or a password. `fingerprint`: a passkey of the phone. `recovery`: the recovery code on paper. */
export type UnlockMethod = 'pin' | 'fingerprint' | 'recovery';

/** How an agent proves that they may change the lock: the PIN or password as text, or the fingerprint. */
export type Proof = string | Readonly<{ by: 'fingerprint' }>;

/**
 * `impossible`: the phone has no passkeys. `several`: several agents share the phone, and the passkey would unlock all of them.
 * `possible`: no passkey is set. `beside`: a passkey and a PIN are set. `only`: a passkey is set, without a PIN.
 */
export type FingerprintState = 'impossible' | 'several' | 'possible' | 'beside' | 'only';

export type LockScreenAgent = Readonly<{
  id: string;
  /** Null if the agent has no label. Only a phone with one agent needs none. */
  label: string | null;
  methods: readonly UnlockMethod[];
  /** True if the PIN is known to contain a letter. Then the screen shows a keyboard with letters. */
  pinHasLetters: boolean;
  /** When the next PIN may be tried, ms since 1970. Null: at once. */
  notBefore: number | null;
}>;

export type LockStatus =
  /** The phone has no lock. */
  | Readonly<{ status: 'open' }>
  | Readonly<{ status: 'unlocked'; agent: string; agents: readonly LockScreenAgent[] }>
  /** `waiting`: the number of queued submissions of all agents. */
  | Readonly<{ status: 'locked'; agents: readonly LockScreenAgent[]; waiting: number }>;

/**
 * `noMemory`: too little memory to derive the key. `noWorker`: the worker's code did not load. `full`: the disk is full, so the attempt
 * could not be counted. `failed`: the secret storage failed. `lost`: the agent or the needed secret is gone; a recovery code may still
 * work. `refused` and `unable`: see `PrfUnavailable`, for passkeys only.
 */
export type ProofNotChecked = Readonly<{
  status: 'noMemory' | 'noWorker' | 'full' | 'failed' | 'lost' | PrfUnavailable['status'];
}>;

/** `failures`: wrong PINs in a row. Wrong recovery codes are not counted: then it is 0. `wait`: too early, so the PIN was not checked. */
export type ProofRejected =
  | Readonly<{ status: 'wrong'; failures: number; notBefore: number | null }>
  | Readonly<{ status: 'wait'; until: number }>;

/**
 * `locked`: the input was right, but a person locked the app meanwhile. `unsaved`: the input was not checked, because another agent's
 * last changes are not saved yet. Only that agent's key can save them.
 */
export type UnlockResult =
  | Readonly<{ status: 'unlocked' }>
  | Readonly<{ status: 'locked' | 'unsaved' }>
  | ProofRejected
  | ProofNotChecked;

/**
 * Nothing was written. `unfit`: the PIN is not allowed. `changed`: another tab changed the lock first. `locked`: this page is locked by
 * now. `notSaved`: the disk is full, or no storage accepted the secret.
 */
type NotSet =
  | Readonly<{ status: 'unfit'; fault: PinFault }>
  | Readonly<{ status: 'changed' | 'locked' | 'notSaved' }>;

/** A new recovery code for the agent to write down. Nothing is stored before `finish`. */
export type PreparedCode = Readonly<{
  status: 'ready';
  /** `VELD-` and four groups. */
  code: string;
  /** Stores the new lock. Call it after the agent typed the code's last group. */
  finish: () => Promise<Readonly<{ status: 'done' }> | NotSet>;
}>;

export type PrepareResult = PreparedCode | NotSet | ProofNotChecked;
export type NewCodeResult = PreparedCode | NotSet | ProofRejected | ProofNotChecked;
export type SetPinResult = Readonly<{ status: 'done' }> | NotSet | ProofNotChecked;
export type WithPinResult = SetPinResult | ProofRejected;

/** The text can't be an agent's label (`domain/lock.ts`). Nothing was written. */
export type UnfitLabel = Readonly<{ status: 'unfitLabel'; fault: LabelFault }>;

/** `locked`: this page is locked by now. */
export type SetLabelResult =
  | Readonly<{ status: 'done' }>
  | UnfitLabel
  | Readonly<{ status: 'locked' | 'notSaved' }>;

/**
 * The unlocked agent first needs a lock, a PIN and a label (`setLabel`). `finish` removes the agent's passkey, because a shared phone
 * may have none.
 */
export type NewAgentResult =
  | PrepareResult
  | UnfitLabel
  | Readonly<{ status: 'needsLock' | 'needsPin' | 'needsLabel' }>;

/** `several`: a phone with several agents needs a lock. */
export type RemoveLockResult = WithPinResult | Readonly<{ status: 'several' }>;

/** `undelivered`: the agent still has `count` drafts, waiting or refused forms. `last`: the phone has no other agent. */
export type RemoveAgentResult =
  | WithPinResult
  | Readonly<{ status: 'undelivered'; count: number }>
  | Readonly<{ status: 'last' }>;

export type PhoneAgent = Readonly<{
  id: string;
  label: string | null;
  isOwn: boolean;
  /** See `LockScreenAgent`. */
  pinHasLetters: boolean;
}>;

/** A form that a reset deletes. Only its kind (null: written by a newer version) and its creation time (ms) are readable. */
export type FormAtRisk = Readonly<{ id: SubmissionId; kind: FormKind | null; createdAt: number }>;

export type ResetLoss = Readonly<{
  /** The number of submissions that stay and are sent. */
  stays: number;
  drafts: readonly FormAtRisk[];
  /** Submissions that wait, and may be sent only while the agent is unlocked. */
  waiting: readonly FormAtRisk[];
  /** Submissions that need attention. */
  attention: readonly FormAtRisk[];
}>;

export type LockStore = Readonly<{
  /** If this page is locked, it first asks an unlocked tab for the key, and waits three seconds at most. */
  status: () => Promise<LockStatus>;
  /**
   * Unlocks this page. Pages that another agent unlocked then lock. After `recovery` the page stays locked until the person sets a new
   * PIN (`newPinAfterRecovery`).
   */
  unlock: (
    agent: string,
    method: Exclude<UnlockMethod, 'fingerprint'>,
    text: string,
  ) => Promise<UnlockResult>;
  /** Shows the phone's own dialog. */
  unlockByFingerprint: (agent: string) => Promise<UnlockResult>;
  /**
   * Begins to lock: tells the other tabs, and from then on this page counts as locked and sends its key to no tab. The key stays in
   * memory until `lock`, so that the page can save the last changes.
   */
  leave: () => void;
  lock: () => void;
  /**
   * Calls the listener when another tab locks. A listener returns true if the page has changes to save; then it calls `lock` after
   * saving. If no listener returns true, the page clears its keys at once. The returned function removes the listener.
   */
  onLocked: (listener: () => boolean) => () => void;
  prepareLock: (pin: string) => Promise<PrepareResult>;
  /** Prepares a lock without a PIN. Only the passkey and the recovery code unlock it. */
  prepareFingerprintLock: () => Promise<PrepareResult>;
  fingerprint: () => Promise<FingerprintState>;
  /** Adds a passkey to a lock with a PIN. */
  addFingerprint: (pin: string) => Promise<WithPinResult>;
  /** Returns `changed` if the agent has no PIN; then nothing changes. */
  removeFingerprint: () => Promise<SetPinResult>;
  /** Sets a new PIN, also the first PIN of a lock without one. */
  changePin: (proof: Proof, pin: string) => Promise<WithPinResult>;
  /**
   * Unlocks this page. Returns `locked` if the recovery code was entered more than five minutes ago, or not at all. Returns
   * `doneButLocked` if the PIN is set, and a person locked the page meanwhile.
   */
  newPinAfterRecovery: (
    pin: string,
  ) => Promise<SetPinResult | Readonly<{ status: 'doneButLocked' }>>;
  /** The old code stops working, except with an old copy of the disk. */
  prepareNewCode: (proof: Proof) => Promise<NewCodeResult>;
  removeLock: (proof: Proof) => Promise<RemoveLockResult>;
  /** The agents who can unlock, in the order of the lock screen. Empty while this page is locked. */
  agents: () => Promise<readonly PhoneAgent[]>;
  /** Sets the label of the unlocked agent. */
  setLabel: (label: string) => Promise<SetLabelResult>;
  /**
   * Adds an agent with an own PIN and recovery code. The current agent stays unlocked. The new agent can unlock after 'Lock now'.
   * Neither agent sees the other's forms. `finish` removes the passkey.
   */
  prepareAgent: (label: string, pin: string) => Promise<NewAgentResult>;
  /** Removes the unlocked agent and the agent's receipts, if the agent has no undelivered form. Then locks the phone. */
  removeAgent: (pin: string) => Promise<RemoveAgentResult>;
  /**
   * True if the unlocked agent's submissions are also sent while Veld is locked or closed. The default is true. A change also applies
   * to earlier submissions.
   */
  sendsWhileLocked: () => Promise<boolean>;
  setSendsWhileLocked: (
    sends: boolean,
  ) => Promise<Readonly<{ status: 'done' | 'locked' | 'notSaved' }>>;
  whatResetLoses: (agent: string) => Promise<ResetLoss>;
  /**
   * Resets an agent who has lost PIN and recovery code. Sendable submissions stay and are sent. All other forms are deleted for good.
   * Then the phone is open. If other agents share it, the agent's receipts are deleted too, and the phone is locked. Returns `changed`
   * if the reset would delete a form that is not in `named`; then nothing changes.
   * @param named the forms that the screen named as lost
   */
  resetAgent: (
    agent: string,
    named: readonly SubmissionId[],
  ) => Promise<Readonly<{ status: 'done' | 'changed' | 'notSaved' | 'lost' }>>;
}>;

export type LockPorts = Readonly<{
  stretcher: KeyStretcher;
  passkeys: Passkeys;
  now: () => number;
  broadcast: Broadcast;
  unlockedPages: UnlockedPages;
  /** Updates the second copies with the agents' rows, then deletes the secrets in `unused`. If it fails, the next start repeats it. */
  followAgents: (unused: readonly string[]) => Promise<void>;
  newId: () => string;
  /** Deletes a form with its copy and its secrets. Returns false if a call of the form is in flight. */
  remove: (id: SubmissionId) => Promise<boolean>;
  /** Removes an unneeded secret from a submission's copy, then deletes it. If it fails, the next start repeats it. */
  removeSendingSlot: RemoveSendingSlot;
  signOut: () => Promise<void>;
  /**
   * Watches the number of submissions that only this page can send, because only this page has their agent's key. The returned
   * function ends the watch.
   */
  onWaitingForUnlock: (waitingForUnlock: Query<number>) => () => void;
  /** Sends the submissions that waited for an unlock. */
  wake: () => void;
}>;
