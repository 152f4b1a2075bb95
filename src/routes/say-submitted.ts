import type { Values } from '../domain/forms/values.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import { formLaterText } from '../messages/form-later.ts';
import { notify } from '../ui/toasts.ts';
import { sendsWhenClosed } from '../worker/sends-when-closed.ts';
import { requestProtection } from './protection.ts';

/** What follows a Submit on the screen, until the next one is there. */
export function saySubmitted(submitted: SubmissionId, values: Values): void {
  rememberCustomer(submitted, values);
  const showProtection = requestProtection();
  const t = formLaterText();
  if (navigator.onLine) notify(t.sending, { onClose: showProtection });
  else
    notify(sendsWhenClosed() ? t.savedOffline : t.savedOfflineWhileOpen, {
      kind: 'success',
      onClose: showProtection,
    });
}
