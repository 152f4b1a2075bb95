import type { Bytes } from '../bytes.ts';

/** The parameters of argon2id: memory (KiB) and passes, with one lane. Stored with the key slot. */
export type StretchParams = Readonly<{ memory: number; passes: number }>;

/** `noMemory`: the browser gave too little memory. `noWorker`: the worker's code did not load, or may not run. */
export type NotStretched = Readonly<{ status: 'noMemory' | 'noWorker' }>;

/**
 * Derives key material from a PIN (key stretching). Each guess costs an attacker the same time. A port: the tests' one costs nothing.
 */
export type KeyStretcher = Readonly<{
  /** The parameters that this phone can compute in an acceptable time. */
  choose: () => Promise<Readonly<{ status: 'chosen'; stretched: StretchParams }> | NotStretched>;
  stretch: (
    pin: string,
    salt: Bytes,
    by: StretchParams,
  ) => Promise<Readonly<{ status: 'stretched'; bytes: Bytes }> | NotStretched>;
}>;

const MIB = 1024;
/** OWASP's minimum for argon2id. */
const MIN_STRETCHING: StretchParams = { memory: 19 * MIB, passes: 2 };
const MAX_PASSES = 10;
const GOAL_MS = 700;

/** The memory sizes to try, largest first. `deviceMemory`: GiB as the browser reports it; undefined if it does not. */
export const memoriesFor = (deviceMemory: number | undefined): readonly number[] =>
  [
    { memory: 64 * MIB, from: 4 },
    { memory: 46 * MIB, from: 2 },
    { memory: MIN_STRETCHING.memory, from: 0 },
  ]
    .filter(({ from }) => (deviceMemory ?? 0) >= from)
    .map(({ memory }) => memory);

const within = (passes: number): number =>
  Math.min(MAX_PASSES, Math.max(MIN_STRETCHING.passes, Math.round(passes)));

/**
 * Returns the number of passes to try after one took `firstMs`. The first pass includes the start, so the tried passes take less time
 * than a person accepts.
 */
export const triedPasses = (firstMs: number): number => within(GOAL_MS / Math.max(firstMs, 1));

/**
 * Returns the number of passes that together take the time that a person accepts. One pass takes `firstMs`, and `passes` take `allMs`.
 * The first pass includes the start, so the difference gives the time of a pass, but at least half the average.
 */
export function passesFor(firstMs: number, passes: number, allMs: number): number {
  const passMs = Math.max((allMs - firstMs) / (passes - 1), allMs / passes / 2, 1);
  return within(passes + (GOAL_MS - allMs) / passMs);
}

/** The one message of a page to the worker. */
export type StretchRequest = Readonly<{ pin: string; salt: Bytes; by: StretchParams }>;

/** `tookMs`: without the start of the code. `failed`: mostly for lack of memory. */
export type StretchReply =
  | Readonly<{ status: 'stretched'; bytes: Bytes; tookMs: number }>
  | Readonly<{ status: 'failed' | 'unable' }>;
