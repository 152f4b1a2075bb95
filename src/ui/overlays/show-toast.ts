import { toast } from 'react-hot-toast/headless';
import { createToastLedger } from './toast-ledger.ts';
import { type RequestedToast, requestedToasts } from './toasts.ts';

/** Two groups of toasts, because the library can only pause the timers of a whole group. */
export const PAUSING_GROUP = 'pausing';
export const STEADY_GROUP = 'steady';

export const toastLedger = createToastLedger<RequestedToast>();

/** Shows a toast. `ToastList` must be mounted. */
export function showToast(requested: RequestedToast): void {
  const { message, action, pauseOnHover = true } = requested;
  // One line can be read in 4 s. A longer text has time for each letter.
  const reading = action ? 10_000 : Math.max(4_000, 1_000 + message.length * 70);
  const id = crypto.randomUUID();
  toastLedger.open(id, requested);
  requested.withdrawal?.addEventListener('abort', () => {
    toastLedger.close(id, 'withdrawn');
    toast.dismiss(id);
  });
  toast(message, {
    id,
    duration: requested.duration ?? reading,
    toasterId: pauseOnHover ? PAUSING_GROUP : STEADY_GROUP,
    removeDelay: 250,
  });
}

/** Closes a toast because the person pressed 'Close'. */
export function dismissToast(id: string): void {
  toastLedger.close(id, 'hand');
  toast.dismiss(id);
}

/** Removes all toasts, as if their time were over. */
export function endToasts(): void {
  for (let next = requestedToasts.takeNext(); next; next = requestedToasts.takeNext())
    next.onClose?.('time');
  toastLedger.closeAll('time');
  for (const group of [PAUSING_GROUP, STEADY_GROUP]) toast.removeAll(group);
}

/** Runs a toast's action because the person pressed its button. */
export function actOnToast(id: string): void {
  const action = toastLedger.find(id)?.action;
  toastLedger.close(id, 'action');
  action?.onSelect();
  toast.dismiss(id);
}
