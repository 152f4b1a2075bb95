/** 'withdrawn': whoever asked for it took it away. */
export type HowClosed = 'time' | 'hand' | 'action' | 'withdrawn';

export interface Entry {
  readonly onClose?: ((how: HowClosed) => void) | undefined;
}

/** What toasts are owed: each entry's onClose is called exactly once, by whoever closes it first. */
export function createToastLedger<E extends Entry>() {
  const entries = new Map<string, { entry: E; shown: boolean; closed: boolean }>();

  function close(id: string, how: HowClosed): void {
    const held = entries.get(id);
    if (!held || held.closed) return;
    held.closed = true;
    held.entry.onClose?.(how);
  }

  return {
    open(id: string, entry: E): void {
      entries.set(id, { entry, shown: false, closed: false });
    },
    /** What was opened under this id, until its toast has left the screen. */
    find(id: string): E | undefined {
      return entries.get(id)?.entry;
    },
    close,
    /** Told of every toast on the screen; one that left it, or is leaving, ran out of time unless it was closed before. */
    settle(onScreen: readonly { readonly id: string; readonly visible: boolean }[]): void {
      const visible = new Map(onScreen.map((toast) => [toast.id, toast.visible]));
      for (const [id, held] of [...entries]) {
        const state = visible.get(id);
        if (state !== undefined) held.shown = true;
        // Not on the screen and never was: its turn is still to come.
        if (!held.shown) continue;
        if (state !== true) close(id, 'time');
        if (state === undefined) entries.delete(id);
      }
    },
  };
}
