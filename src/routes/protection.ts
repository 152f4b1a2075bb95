import { protectAfterSubmit } from '../features/settings/first-submit.ts';
import { persistenceText } from '../messages/persistence.ts';
import { notify } from '../ui/toasts.ts';

/**
 * Asks the browser at once to protect the stored data. The returned function shows the browser's answer; it is called when the
 * message 'Saved' is closed, so that there is one message at a time.
 */
export function requestProtection(): () => void {
  const requested = protectAfterSubmit(navigator.storage);
  return () =>
    void requested.then((answer) => {
      if (answer !== null)
        notify(persistenceText()[answer], { kind: answer === 'promised' ? 'success' : 'info' });
    });
}
