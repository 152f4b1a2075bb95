import type { DraftEnd, SaveResult } from '../../store/drafts/drafts.ts';
import { unsavedDrafts } from '../../worker/pending-work.ts';

/**
 * `saved`: everything is on the disk. `failed`: unsaved changes stay in memory and are retried. `ended`: another tab or
 * a submit has taken over the draft.
 */
export type SaveState =
  | Readonly<{ status: 'untouched' | 'saving' | 'saved' }>
  | Readonly<{ status: 'failed'; reason: 'quota' | 'closed' }>
  | Readonly<{ status: 'ended'; end: DraftEnd['status'] }>;

export type AutosavePorts<Content> = Readonly<{
  write: (content: Content) => Promise<SaveResult>;
  /** Runs `work` after `ms`. The returned function cancels it. */
  after: (ms: number, work: () => void) => () => void;
  onState: () => void;
}>;

export type Autosave<Content> = Readonly<{
  state: () => SaveState;
  change: (content: Content) => void;
  /** Tries to save everything at once. Afterwards the state shows the result. Never rejects. */
  flush: () => Promise<void>;
  end: (end: DraftEnd['status']) => void;
}>;

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/**
 * Writes each change at once. Changes during a write are combined into the next write. So even a slow disk is at most
 * one write behind.
 */
export function createAutosave<Content>(
  { write, after, onState }: AutosavePorts<Content>,
  first: 'untouched' | 'saved',
): Autosave<Content> {
  let state: SaveState = { status: first };
  let pending: Readonly<{ content: Content }> | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let cancelRetry = () => {};

  function show(next: SaveState): void {
    state = next;
    onState();
  }

  const tryWriting = (content: Content): Promise<SaveResult> =>
    // After any failure the changes stay in memory and are retried.
    write(content).catch((): SaveResult => ({ status: 'notSaved', reason: 'closed' }));

  async function work(): Promise<void> {
    let end: SaveState = { status: 'saved' };
    while (pending !== null && end.status === 'saved') {
      const taken = pending;
      pending = null;
      const result = await tryWriting(taken.content);
      if (result.status === 'saved') {
        failures = 0;
      } else if (result.status === 'notSaved') {
        pending ??= taken;
        end = { status: 'failed', reason: result.reason };
        cancelRetry = after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS), start);
        failures += 1;
      } else {
        pending = null;
        end = { status: 'ended', end: result.status };
      }
    }
    // Set before the listeners are called, because a listener may make the next change.
    running = null;
    if (end.status !== 'failed') unsavedDrafts.delete(autosave);
    if (state.status !== 'ended') show(end);
  }

  function start(): Promise<void> {
    if (running !== null) return running;
    if (pending === null || state.status === 'ended') return Promise.resolve();
    cancelRetry();
    // A failure stays visible until a save works, not only until the next attempt.
    if (state.status !== 'failed' && state.status !== 'saving') show({ status: 'saving' });
    running = work();
    return running;
  }

  const autosave: Autosave<Content> = {
    state: () => state,
    change(content) {
      if (state.status === 'ended') return;
      pending = { content };
      unsavedDrafts.add(autosave);
      void start();
    },
    flush: start,
    end(end) {
      // An outdated draft may still be submitted or deleted in the other tab.
      if (state.status === 'ended' && (state.end !== 'stale' || end === 'stale')) return;
      cancelRetry();
      pending = null;
      unsavedDrafts.delete(autosave);
      show({ status: 'ended', end });
    },
  };
  return autosave;
}
