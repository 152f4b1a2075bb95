import { schedule } from '../../platform/timers.ts';

/**
 * The longest wait for a step through the history. Browsers need some milliseconds. A browser that refuses the step
 * does not report it.
 */
const MAX_WAIT_MS = 1000;

type EntryState = Readonly<Record<string, unknown>>;

type Page = Readonly<{
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;
  /**
   * Like `pushState`, but without telling the router. The router would load the screen again, and an error screen would
   * close its overlays.
   */
  pushUnheard: (state: EntryState) => void;
  addEventListener: (type: 'popstate', listener: () => void) => void;
}>;

/**
 * The browser's history entries at one address. The phone's Back moves through them: one for each section, and one for
 * an overlay (a dialog, a large picture). The router keeps its own state in the same entries.
 */
export type HistoryEntries = Readonly<{
  state: () => EntryState;
  /** Adds an entry at this address. Its state is the current state with this change. */
  push: (change: EntryState) => void;
  replace: (change: EntryState) => void;
  /** Moves through the history, and resolves when the entry is reached. Does not call `onArrival`. */
  go: (by: number) => Promise<void>;
  /** Removes the history entries of all overlays. */
  leaveLayers: () => Promise<void>;
  /** Runs `work` after all earlier work. An entry that is added during a step back would be lost. */
  inTurn: (work: () => void | Promise<void>) => Promise<void>;
  /** Calls `listener` when the person comes to another entry, usually by the phone's Back. */
  onArrival: (listener: () => void) => () => void;
  /**
   * Adds a history entry for an overlay. Calls `close` when the person leaves that entry. The returned function removes
   * the entry if the overlay was closed in another way.
   */
  openLayer: (close: () => void) => () => void;
}>;

const asState = (state: unknown): EntryState =>
  typeof state === 'object' && state !== null ? { ...state } : {};

export function createHistoryEntries(page: Page): HistoryEntries {
  const layersOpen = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  let arrive: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();

  const state = (): EntryState => asState(page.history.state);

  function layers(): readonly string[] {
    const { layers: found } = state();
    return Array.isArray(found) ? found.map(String) : [];
  }

  const push = (change: EntryState): void => page.history.pushState({ ...state(), ...change }, '');

  const go = (by: number): Promise<void> =>
    by === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const end = (): void => {
            cancel();
            arrive = null;
            resolve();
          };
          const cancel = schedule(MAX_WAIT_MS, end);
          arrive = end;
          page.history.go(by);
        });

  function inTurn(work: () => void | Promise<void>): Promise<void> {
    last = last.then(work).catch(() => undefined);
    return last;
  }

  function tell(): void {
    const here = layers();
    for (const [layer, close] of layersOpen)
      if (!here.includes(layer)) {
        layersOpen.delete(layer);
        close();
      }
    for (const listener of listeners) listener();
  }

  page.addEventListener('popstate', () => {
    if (arrive !== null) {
      arrive();
      return;
    }
    // The overlay of this entry is already closed, so the entry looks like the one before it.
    const closed = layers().filter((layer) => !layersOpen.has(layer)).length;
    if (closed === 0) tell();
    else void inTurn(() => go(-closed)).then(tell);
  });

  return {
    state,
    push,
    replace: (change) => page.history.replaceState({ ...state(), ...change }, ''),
    go,
    inTurn,
    leaveLayers: () => go(-layers().length),
    onArrival(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openLayer(close) {
      const layer = crypto.randomUUID();
      layersOpen.set(layer, close);
      void inTurn(() => {
        if (layersOpen.has(layer)) page.pushUnheard({ ...state(), layers: [...layers(), layer] });
      });
      return () => {
        layersOpen.delete(layer);
        void inTurn(() => (layers().at(-1) === layer ? go(-1) : undefined));
      };
    },
  };
}

let ofThisPage: HistoryEntries | undefined;

/** One instance for the whole app, because the steps of two instances would interleave. */
export function historyEntries(): HistoryEntries {
  ofThisPage ??= createHistoryEntries({
    history: window.history,
    // The router replaces `window.history.pushState` with its own function.
    pushUnheard: (state) => History.prototype.pushState.call(window.history, state, ''),
    addEventListener: (type, listener) => window.addEventListener(type, listener),
  });
  return ofThisPage;
}
