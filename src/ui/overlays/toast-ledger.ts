/** 'withdrawn': closed by the code that requested the toast. */
export type CloseReason = 'time' | 'hand' | 'action' | 'withdrawn';

export interface LedgerEntry {
  readonly onClose?: ((reason: CloseReason) => void) | undefined;
}

/** Calls each toast's `onClose` exactly once, no matter what closes the toast first. */
export function createToastLedger<E extends LedgerEntry>() {
  const entries = new Map<string, { entry: E; shown: boolean; closed: boolean }>();

  function close(id: string, reason: CloseReason): void {
    const held = entries.get(id);
    if (!held || held.closed) return;
    held.closed = true;
    held.entry.onClose?.(reason);
  }

  return {
    open(id: string, entry: E): void {
      entries.set(id, { entry, shown: false, closed: false });
    },
    /** The entry with this id, until its toast has left the screen. */
    find(id: string): E | undefined {
      return entries.get(id)?.entry;
    },
    closeAll(reason: CloseReason): void {
      for (const id of entries.keys()) close(id, reason);
    },
    isEmpty: () => entries.size === 0,
    close,
    /**
     * Takes the toasts on the screen. A toast that has left the screen or is leaving it timed out, unless it was closed
     * before.
     */
    update(onScreen: readonly { readonly id: string; readonly visible: boolean }[]): void {
      const visible = new Map(onScreen.map((toast) => [toast.id, toast.visible]));
      for (const [id, held] of [...entries]) {
        const state = visible.get(id);
        if (state !== undefined) held.shown = true;
        // The toast was not on the screen yet, so it will still be shown.
        if (!held.shown) continue;
        if (state !== true) close(id, 'time');
        if (state === undefined) entries.delete(id);
      }
    },
  };
}
