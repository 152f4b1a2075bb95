import { useSyncExternalStore } from 'react';
import { promptInstall } from '../features/settings/install-offer.ts';
import { installOffer } from '../features/settings/install-prompt.ts';
import { persistenceText } from '../messages/persistence.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { protectionAnswer } from './protection.ts';

/**
 * What the browser answered when it was asked to protect the stored data, with the button to install where that would help.
 * In the page and not over it: the next customer's button stands where messages lie.
 */
export function ProtectionNotice() {
  const answer = useSyncExternalStore(protectionAnswer.subscribe, protectionAnswer.snapshot);
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  if (answer === null) return null;
  const t = persistenceText();
  return (
    <Banner
      actions={
        answer === 'refused' && isOffered ? (
          <Button onClick={() => void promptInstall()}>{t.install}</Button>
        ) : null
      }
      kind={answer === 'promised' ? 'success' : 'info'}
    >
      {t[answer]}
    </Banner>
  );
}
