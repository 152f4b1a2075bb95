import type { Bytes } from '../bytes.ts';

/** By argon2id: how much memory (KiB) it takes, and how often it goes over it. One lane. Kept with what it opens. */
export type Stretching = Readonly<{ memory: number; passes: number }>;

/** `noMemory`: the browser gave less than it takes. `noWorker`: its code could not be had, or may not run. */
export type NotStretched = Readonly<{ status: 'noMemory' | 'noWorker' }>;

/**
 * Makes of a PIN what opens a key, at a price that whoever guesses pays each time. A port, as all cryptography: tests have one that
 * costs nothing.
 */
export type Stretcher = Readonly<{
  /** What this phone can do in the time that a person waits gladly. */
  choose: () => Promise<Readonly<{ status: 'chosen'; stretched: Stretching }> | NotStretched>;
  stretch: (
    pin: string,
    salt: Bytes,
    by: Stretching,
  ) => Promise<Readonly<{ status: 'stretched'; bytes: Bytes }> | NotStretched>;
}>;

const MIB = 1024;
/** OWASP's floor for argon2id. */
const MIN_STRETCHING: Stretching = { memory: 19 * MIB, passes: 2 };
const MAX_PASSES = 10;
const GOAL_MS = 700;

/** What is tried first, most first. `deviceMemory` in GiB, as the browser says it; undefined: it does not. */
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

/** So many as take no longer than a person waits, where one takes `firstMs`: mostly far less, as its start is among it. */
export const triedPasses = (firstMs: number): number => within(GOAL_MS / Math.max(firstMs, 1));

/**
 * So many that all take about as long as a person waits, where one takes `firstMs` and `passes` take `allMs`. What more passes cost tells
 * a pass apart from the start, in which memory is given and code made ready: a pass is no less than half of what it looks like.
 */
export function passesFor(firstMs: number, passes: number, allMs: number): number {
  const passMs = Math.max((allMs - firstMs) / (passes - 1), allMs / passes / 2, 1);
  return within(passes + (GOAL_MS - allMs) / passMs);
}

/** What a page asks of the worker, once. */
export type StretchRequest = Readonly<{ pin: string; salt: Bytes; by: Stretching }>;

/** `tookMs`: without the time that the code took to start. `failed`: mostly for want of memory. */
export type StretchReply =
  | Readonly<{ status: 'stretched'; bytes: Bytes; tookMs: number }>
  | Readonly<{ status: 'failed' | 'unable' }>;
