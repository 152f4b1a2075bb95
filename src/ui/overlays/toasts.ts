import type { LedgerEntry } from './toast-ledger.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export interface ToastOptions extends LedgerEntry {
  /** Default: 'info'. */
  readonly kind?: ToastKind | undefined;
  readonly title?: string | undefined;
  /** In ms. Default: 4 000, longer for a text of two lines, or 10 000 for a toast with an action. */
  readonly duration?: number | undefined;
  /** Pauses the timer while the pointer or the focus is on the toast. Else the toast has a close button. Default: true. */
  readonly pauseOnHover?: boolean | undefined;
  /** True if the toast stays when the person goes to another screen. Default: false. */
  readonly staysOnLeaving?: boolean | undefined;
  /** Aborting this signal removes the toast, whether it is already shown or not. */
  readonly withdrawal?: AbortSignal | undefined;
  /** One button, such as 'Undo'. Pressing it closes the toast with 'action'. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

export interface RequestedToast extends ToastOptions {
  readonly message: string;
}

let requested: readonly RequestedToast[] = [];
const listeners = new Set<() => void>();
let screen = new AbortController();

/** Removes the toasts of the screen that the person has left. */
export function leaveScreen(): void {
  screen.abort();
  screen = new AbortController();
}

/**
 * Shows a message for a while. `<Toaster />` must be on the page. The code that shows toasts is loaded with the first
 * one.
 */
export function notify(message: string, options: ToastOptions = {}): void {
  const withdrawal = new AbortController();
  const withdraw = () => withdrawal.abort();
  options.withdrawal?.addEventListener('abort', withdraw);
  if (!options.staysOnLeaving) screen.signal.addEventListener('abort', withdraw);
  const toast = { ...options, message, withdrawal: withdrawal.signal };
  show([...requested, toast]);
  withdrawal.signal.addEventListener('abort', () => {
    if (!requested.includes(toast)) return;
    show(requested.filter((each) => each !== toast));
    options.onClose?.('withdrawn');
  });
}

function show(next: readonly RequestedToast[]): void {
  requested = next;
  for (const listener of listeners) listener();
}

/** The requested toasts that are not shown yet. */
export const requestedToasts = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly RequestedToast[] => requested,
  /** Removes and returns the next toast to show, errors first. The caller must call its `onClose`. */
  takeNext: (): RequestedToast | undefined => {
    const next = requested.find(({ kind }) => kind === 'error') ?? requested[0];
    if (next !== undefined) show(requested.filter((each) => each !== next));
    return next;
  },
};
