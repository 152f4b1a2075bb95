import { protectAfterSubmit } from '../features/settings/first-submit.ts';
import { promptInstall } from '../features/settings/install-offer.ts';
import { installOffer } from '../features/settings/install-prompt.ts';
import { persistenceText } from '../messages/persistence.ts';
import { notify } from '../ui/toasts.ts';

/** Asks the browser to protect the stored data, and says what it answered; where installing would help, with the button for it. */
export async function sayProtection(): Promise<void> {
  const answer = await protectAfterSubmit(navigator.storage);
  if (answer === null) return;
  const t = persistenceText();
  const install = { label: t.install, onSelect: () => void promptInstall() };
  notify(t[answer], {
    kind: answer === 'promised' ? 'success' : 'info',
    action: answer === 'refused' && installOffer.isThere() ? install : undefined,
  });
}
