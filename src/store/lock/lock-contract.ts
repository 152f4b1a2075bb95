import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { LabelFault } from '../../domain/lock.ts';
import type { PinFault } from '../../domain/pin.ts';
import type { NotEvaluated, Passkeys } from '../../seal/passkeys.ts';
import type { Stretcher } from '../../seal/stretch/stretching.ts';
import type { Query } from '../db/query.ts';
import type { Broadcast } from './lock-channel.ts';
import type { LetGo } from './sending-slots.ts';

/*
 * The lock, as screens see it: `services.lock()` resolves with it. What a person typed comes in as text and goes nowhere else. Which
 * transitions a page makes of the answers: `domain/lock.ts`; which PINs may be chosen, to be said while somebody types: `domain/pin.ts`.
 */

/** `pin`: a PIN or a password. `fingerprint`: whatever the phone itself knows its owner by. `recovery`: the code that was written down. */
export type UnlockWay = 'pin' | 'fingerprint' | 'recovery';

/** How somebody shows that the lock is theirs to change: by their PIN or password; or as they unlock it without. */
export type Proof = string | Readonly<{ by: 'fingerprint' }>;

/**
 * `impossible`: this phone has nothing of the kind. `several`: whoever the phone knows would open every agent's. `possible`: as far as
 * can be known before it is tried. `beside`: set, and a PIN opens too. `only`: set, and nothing else opens but the code.
 */
export type FingerprintState = 'impossible' | 'several' | 'possible' | 'beside' | 'only';

/** An agent, as the lock's screen names them. */
export type AgentAtLock = Readonly<{
  id: string;
  /** null: nobody gave one, as the phone has one agent. */
  label: string | null;
  ways: readonly UnlockWay[];
  /** Whether the PIN is typed on a keyboard with letters, as far as is known. */
  pinHasLetters: boolean;
  /** Before this (ms since 1970) no PIN is tried; null: at once. */
  notBefore: number | null;
}>;

export type LockStatus =
  /** Nobody set a lock. */
  | Readonly<{ status: 'open' }>
  | Readonly<{ status: 'unlocked'; agent: string; agents: readonly AgentAtLock[] }>
  /** `waiting`: submitted and not delivered, of all agents. */
  | Readonly<{ status: 'locked'; agents: readonly AgentAtLock[]; waiting: number }>;

/**
 * `noMemory`: the derivation did not find enough. `noWorker`: its code could not be had. `lost`: the agent, or the secret under which
 * the key lies, is gone; a recovery code may still open it. `refused` and `unable`: by a fingerprint alone, see `NotEvaluated`.
 */
export type NotTried = Readonly<{
  status: 'noMemory' | 'noWorker' | 'lost' | NotEvaluated['status'];
}>;

/** `failures`: wrong ones in a row. A wrong recovery code is not counted, and tells 0. `wait`: not tried, too early. */
export type NotRight =
  | Readonly<{ status: 'wrong'; failures: number; notBefore: number | null }>
  | Readonly<{ status: 'wait'; until: number }>;

/**
 * `locked`: it was right, but somebody locked meanwhile. `unsaved`: not tried, as what another agent typed last here is not on the disk
 * yet, and only their key brings it there.
 */
export type UnlockResult =
  | Readonly<{ status: 'unlocked' }>
  | Readonly<{ status: 'locked' | 'unsaved' }>
  | NotRight
  | NotTried;

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

export type PrepareResult = PreparedCode | NotSet | NotTried;
export type NewCodeResult = PreparedCode | NotSet | NotRight | NotTried;
export type SetPinResult = Readonly<{ status: 'done' }> | NotSet | NotTried;
export type WithPinResult = SetPinResult | NotRight;

/** A text that can't be an agent's label (`domain/agent-label.ts`); nothing was written. */
export type UnfitLabel = Readonly<{ status: 'unfitLabel'; fault: LabelFault }>;

/** `locked`: this page is, by now. */
export type SetLabelResult =
  | Readonly<{ status: 'done' }>
  | UnfitLabel
  | Readonly<{ status: 'locked' | 'notSaved' }>;

/**
 * What is needed first, of whoever is there: a lock; a PIN in it, as a fingerprint is for one agent alone and is taken off; a label
 * (`setLabel`).
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

/** An agent of this phone, as whoever is unlocked sees them. */
export type AgentHere = Readonly<{
  id: string;
  label: string | null;
  isOwn: boolean;
  /** As `AgentAtLock` has it. */
  pinHasLetters: boolean;
}>;

/** What is deleted, of each its kind (null: a later version's) and when it was begun, ms since 1970: nothing else of it can be known. */
export type LosesForm = Readonly<{ kind: FormKind | null; createdAt: number }>;

export type StartAgainLoses = Readonly<{
  /** Submitted ones that are sent as ever. */
  stays: number;
  drafts: readonly LosesForm[];
  /** What needs attention; and what was submitted to be sent only while its agent is unlocked. */
  attention: readonly LosesForm[];
}>;

export type LockStore = Readonly<{
  /** Where this page is locked, other tabs are asked for the key first, for 150 ms. */
  status: () => Promise<LockStatus>;
  /** One at a time; pages where another agent is unlocked lock. By `recovery`, the PIN is forgotten: the person sets a new one at once (`newPinAfterRecovery`). */
  unlock: (
    agent: string,
    way: Exclude<UnlockWay, 'fingerprint'>,
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
  /** The old code opens nothing any more, but for whoever kept an old copy of the disk. */
  prepareNewCode: (proof: Proof) => Promise<NewCodeResult>;
  removeLock: (proof: Proof) => Promise<RemoveLockResult>;
  /** Those who can unlock, in the order of the lock screen; none while this page is locked. */
  agents: () => Promise<readonly AgentHere[]>;
  /** Of whoever has unlocked this page. */
  setLabel: (label: string) => Promise<SetLabelResult>;
  /**
   * Another agent, with a lock of their own, whose PIN and code are theirs alone. Whoever is unlocked stays so: the other one unlocks
   * after a 'Lock now'. What is this agent's nobody else sees. A fingerprint is taken off by `finish`.
   */
  prepareAgent: (label: string, pin: string) => Promise<NewAgentResult>;
  /** Whoever has unlocked this page, with their receipts; only where nothing of theirs is undelivered. The phone is locked then. */
  removeAgent: (pin: string) => Promise<RemoveAgentResult>;
  /**
   * Whether what the unlocked agent submitted is sent while Veld is locked or closed, too; true where nobody chose. What was submitted
   * before follows the choice.
   */
  sendsWhileLocked: () => Promise<boolean>;
  setSendsWhileLocked: (
    sends: boolean,
  ) => Promise<Readonly<{ status: 'done' | 'locked' | 'notSaved' }>>;
  whatStartAgainLoses: (agent: string) => Promise<StartAgainLoses>;
  /**
   * Without PIN and code. What is submitted stays and is sent; the rest is deleted for good. The phone is open then, or, where others
   * share it, locked for them.
   */
  startAgain: (agent: string) => Promise<Readonly<{ status: 'done' | 'notSaved' | 'lost' }>>;
}>;

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
