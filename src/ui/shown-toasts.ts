import { toast } from 'react-hot-toast/headless';
import { createToastLedger } from './toast-ledger.ts';
import type { AskedToast } from './toasts.ts';

/** Two groups, because the library stops the clock of a whole group at once. */
export const pausingGroup = 'pausing';
export const steadyGroup = 'steady';

export const toastLedger = createToastLedger<AskedToast>();

/** Puts it on the screen, where `ToastList` is there. */
export function showToast(asked: AskedToast): void {
  const { kind = 'info', action, pauseOnHover = true } = asked;
  const long = action !== undefined || kind === 'warning' || kind === 'error';
  const id = crypto.randomUUID();
  toastLedger.open(id, asked);
  asked.withdrawal?.addEventListener('abort', () => {
    toastLedger.close(id, 'withdrawn');
    toast.dismiss(id);
  });
  toast(asked.message, {
    id,
    duration: asked.duration ?? (long ? 10_000 : 5_000),
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
