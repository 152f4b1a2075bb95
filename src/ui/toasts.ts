import type { Entry } from './toast-ledger.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export interface ToastOptions extends Entry {
  /** Default 'info'. */
  readonly kind?: ToastKind | undefined;
  readonly title?: string | undefined;
  /** Milliseconds. Default: 5 000; with an action, a warning or an error 10 000. Infinity: until closed. */
  readonly duration?: number | undefined;
  /** Time stands still while a pointer or the focus is on it. Default true. */
  readonly pauseOnHover?: boolean | undefined;
  /** Takes the toast away, whether it is on the screen already or not. */
  readonly withdrawal?: AbortSignal | undefined;
  /** One button, such as 'Undo'. Pressing it closes the toast with 'action'. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

export interface AskedToast extends ToastOptions {
  readonly message: string;
}

let asked: readonly AskedToast[] = [];
const listeners = new Set<() => void>();

/** Shows a message for a while; needs `<Toaster />` on the page. Nothing is fetched for it before the first. */
export function notify(message: string, options: ToastOptions = {}): void {
  const toast = { ...options, message };
  show([...asked, toast]);
  options.withdrawal?.addEventListener('abort', () => {
    if (!asked.includes(toast)) return;
    show(asked.filter((each) => each !== toast));
    options.onClose?.('withdrawn');
  });
}

function show(next: readonly AskedToast[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** What nobody shows yet. */
export const askedToasts = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly AskedToast[] => asked,
  /** Whoever takes them owes each its onClose. */
  take: (): readonly AskedToast[] => {
    const taken = asked;
    asked = [];
    return taken;
  },
};
