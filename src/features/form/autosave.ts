import type { DraftEnd, SaveResult } from '../../store/drafts/drafts.ts';

/** `saved`: everything is on the disk. `failed`: what is not is kept in memory, and tried again. `ended`: no longer ours to save. */
export type SaveState =
  | Readonly<{ status: 'untouched' | 'saving' | 'saved' }>
  | Readonly<{ status: 'failed'; reason: 'quota' | 'closed' }>
  | Readonly<{ status: 'ended'; end: DraftEnd['status'] }>;

export type AutosavePorts<Content> = Readonly<{
  write: (content: Content) => Promise<SaveResult>;
  /** Runs `work` in `ms`, unless what it returns is called before. */
  after: (ms: number, work: () => void) => () => void;
  onState: () => void;
}>;

export type Autosave<Content> = Readonly<{
  state: () => SaveState;
  change: (content: Content) => void;
  /** Tries at once to bring everything to the disk; the state then says whether it is there. Never rejects. */
  flush: () => Promise<void>;
  end: (end: DraftEnd['status']) => void;
}>;

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

const unsaved = new Set<Pick<Autosave<unknown>, 'flush'>>();

/** Everything that is not on the disk yet, of any form, before it goes from memory; false: the disk did not take all of it. */
export async function flushAllDrafts(): Promise<boolean> {
  await Promise.all([...unsaved].map((autosave) => autosave.flush()));
  return unsaved.size === 0;
}

/**
 * Writes each change at once. What changes while a write is under way goes into the next, so that a slow disk is never
 * more than one write behind, whatever the typing.
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
    // Whatever it was, what was typed stays in memory and is tried again.
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
    // Before anybody hears of it: a listener may bring the next change.
    running = null;
    if (end.status !== 'failed') unsaved.delete(autosave);
    if (state.status !== 'ended') show(end);
  }

  function start(): Promise<void> {
    if (running !== null) return running;
    if (pending === null || state.status === 'ended') return Promise.resolve();
    cancelRetry();
    // A failure stays in sight until it is mended, not until the next try.
    if (state.status !== 'failed' && state.status !== 'saving') show({ status: 'saving' });
    running = work();
    return running;
  }

  const autosave: Autosave<Content> = {
    state: () => state,
    change(content) {
      if (state.status === 'ended') return;
      pending = { content };
      unsaved.add(autosave);
      void start();
    },
    flush: start,
    end(end) {
      if (state.status === 'ended') return;
      cancelRetry();
      pending = null;
      unsaved.delete(autosave);
      show({ status: 'ended', end });
    },
  };
  return autosave;
}
