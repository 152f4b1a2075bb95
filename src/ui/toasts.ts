import { toast } from 'react-hot-toast/headless';
import { createToastLedger, type Entry } from './toast-ledger.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

export interface ToastOptions extends Entry {
  /** Default 'info'. */
  readonly kind?: ToastKind | undefined;
  readonly title?: string | undefined;
  /** Milliseconds. Default: 5 000; with an action, a warning or an error 10 000. Infinity: until closed. */
  readonly duration?: number | undefined;
  /** Time stands still while a pointer or the focus is on it. Default true. */
  readonly pauseOnHover?: boolean | undefined;
  /** One button, such as 'Undo'. Pressing it closes the toast with 'action'. */
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
}

export interface ShownToast extends ToastOptions {
  readonly message: string;
}

/** Two groups, because the library stops the clock of a whole group at once. */
export const pausingGroup = 'pausing';
export const steadyGroup = 'steady';

export const toastLedger = createToastLedger<ShownToast>();

/** Shows a message for a while; needs `<Toaster />` on the page. Returns the id for `dismissToast`. */
export function notify(message: string, options: ToastOptions = {}): string {
  const { kind = 'info', action, pauseOnHover = true } = options;
  const long = action !== undefined || kind === 'warning' || kind === 'error';
  const id = crypto.randomUUID();
  toastLedger.open(id, { ...options, message });
  return toast(message, {
    id,
    duration: options.duration ?? (long ? 10_000 : 5_000),
    toasterId: pauseOnHover ? pausingGroup : steadyGroup,
    removeDelay: 250,
  });
}

/** Closes it as a person would by hand. */
export function dismissToast(id: string): void {
  toastLedger.close(id, 'hand');
  toast.dismiss(id);
}

/** Presses its button. */
export function actOnToast(id: string): void {
  const action = toastLedger.find(id)?.action;
  toastLedger.close(id, 'action');
  action?.onSelect();
  toast.dismiss(id);
}
