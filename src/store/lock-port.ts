import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { PinFault } from '../domain/pin.ts';

/*
 * The lock, as screens see it: `services.lock()` resolves with it. What a person typed comes in as text and goes nowhere else. Which
 * transitions a page makes of the answers: `domain/lock.ts`; which PINs may be chosen, to be said while somebody types: `domain/pin.ts`.
 */

/** `pin`: a PIN or a password. `recovery`: the code that was written down. */
export type UnlockWay = 'pin' | 'recovery';

/** An agent whose key this page does not have. */
export type AgentAtLock = Readonly<{
  id: string;
  /** null: nobody gave one, as the phone has one agent. */
  label: string | null;
  ways: readonly UnlockWay[];
  /** Before this (ms since 1970) no PIN is tried; null: at once. */
  notBefore: number | null;
}>;

export type LockStatus =
  /** Nobody set a lock. */
  | Readonly<{ status: 'open' }>
  | Readonly<{ status: 'unlocked'; agent: string }>
  /** `waiting`: submitted and not delivered, of all agents. */
  | Readonly<{ status: 'locked'; agents: readonly AgentAtLock[]; waiting: number }>;

/**
 * `noMemory`: the derivation did not find enough. `noWorker`: its code could not be had. `lost`: the agent, or the secret under which
 * the key lies, is gone; a recovery code may still open it.
 */
export type NotTried = Readonly<{ status: 'noMemory' | 'noWorker' | 'lost' }>;

/** `failures`: wrong ones in a row. A wrong recovery code is not counted, and tells 0. `wait`: not tried, too early. */
export type NotRight =
  | Readonly<{ status: 'wrong'; failures: number; notBefore: number | null }>
  | Readonly<{ status: 'wait'; until: number }>;

/** `locked`: it was right, but somebody locked meanwhile. */
export type UnlockResult =
  | Readonly<{ status: 'unlocked' }>
  | Readonly<{ status: 'locked' }>
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

/** What is deleted, of each its kind (null: a later version's) and when it was begun, ms since 1970: nothing else of it can be known. */
export type LosesForm = Readonly<{ kind: FormKind | null; createdAt: number }>;

export type StartAgainLoses = Readonly<{
  /** Submitted ones, which are sent as ever. */
  stays: number;
  drafts: readonly LosesForm[];
  /** What needs attention. */
  attention: readonly LosesForm[];
}>;

export type LockStore = Readonly<{
  /** Where this page is locked, other tabs are asked for the key first, for 150 ms. */
  status: () => Promise<LockStatus>;
  /** One at a time. By `recovery`, the PIN is forgotten: the person sets a new one at once (`newPinAfterRecovery`). */
  unlock: (agent: string, way: UnlockWay, text: string) => Promise<UnlockResult>;
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
  changePin: (old: string, pin: string) => Promise<WithPinResult>;
  newPinAfterRecovery: (pin: string) => Promise<SetPinResult>;
  /** The old code opens nothing any more, but for whoever kept an old copy of the disk. */
  prepareNewCode: (pin: string) => Promise<NewCodeResult>;
  removeLock: (pin: string) => Promise<WithPinResult>;
  whatStartAgainLoses: (agent: string) => Promise<StartAgainLoses>;
  /** Without PIN and code. What is submitted stays and is sent; the rest is deleted for good, and the phone is open. */
  startAgain: (agent: string) => Promise<Readonly<{ status: 'done' | 'notSaved' | 'lost' }>>;
}>;
