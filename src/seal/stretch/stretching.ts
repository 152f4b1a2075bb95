import type { Bytes } from '../bytes.ts';

/** The parameters of argon2id: memory (KiB) and passes, with one lane. Stored with the key slot. */
export type StretchParams = Readonly<{ memory: number; passes: number }>;

/** `noMemory`: the browser gave too little memory. `noWorker`: the worker's code did not load, or may not run. */
export type NotStretched = Readonly<{ status: 'noMemory' | 'noWorker' }>;

/**
 * Derives key material from a PIN (key stretching). Each guess costs an attacker this time too. A port: tests use a fast implementation.
 */
export type KeyStretcher = Readonly<{
  /** Chooses parameters that this phone can compute in about 700 ms. */
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

/** The memory sizes (KiB) to try, largest first. `deviceMemory`: GiB; undefined if the browser does not report it. */
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
 * Returns the number of passes for the second measurement, if one pass took `firstMs`. `firstMs` includes the start, so these passes take
 * less than 700 ms.
 */
export const triedPasses = (firstMs: number): number => within(GOAL_MS / Math.max(firstMs, 1));

/**
 * Returns the number of passes that take about 700 ms. One pass took `firstMs`, and `passes` took `allMs`. Both include the start, so the
 * time of a pass comes from their difference, but is at least half the average.
 */
export function passesFor(firstMs: number, passes: number, allMs: number): number {
  const passMs = Math.max((allMs - firstMs) / (passes - 1), allMs / passes / 2, 1);
  return within(passes + (GOAL_MS - allMs) / passMs);
}

/** The only message from a page to the worker. */
export type StretchRequest = Readonly<{ pin: string; salt: Bytes; by: StretchParams }>;

/** `tookMs`: the time without loading the code. `failed`: mostly because of too little memory. `unable`: the code does not run. */
export type StretchReply =
  | Readonly<{ status: 'stretched'; bytes: Bytes; tookMs: number }>
  | Readonly<{ status: 'failed' | 'unable' }>;
