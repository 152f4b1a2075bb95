import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import { installState, promptInstall, useInstallOffer } from './install-offer.ts';

const STANDALONE_MEDIA = '(display-mode: standalone), (display-mode: fullscreen)';

/** Only Safari on iOS has this property. */
const isIos = (): boolean => 'standalone' in navigator;

export function InstallCard() {
  const offered = useInstallOffer();
  const sends = sendsWhenClosed();
  const state = installState({
    offered,
    ios: isIos(),
    standalone: matchMedia(STANDALONE_MEDIA).matches,
  });
  return (
    <Card title="Install">
      {state === 'installed' ? <p>Veld is installed on this phone.</p> : null}
      {state === 'offered' ? (
        <>
          <p>Installed, Veld opens from your home screen and its records are better protected.</p>
          <Button block onClick={() => void promptInstall()} variant="primary">
            Install Veld
          </Button>
        </>
      ) : null}
      {state === 'ios' ? (
        <p>
          On an iPhone or iPad: open Veld in Safari, press the Share button, then ‘Add to Home
          Screen’. Until then send within 7 days: Safari deletes what a site keeps when nobody
          opened it for so long. Keep Veld open until everything is sent: iOS does not send in the
          background.
        </p>
      ) : null}
      {state === 'menu' ? (
        <p>
          Open the browser’s menu and choose ‘Install app’ or ‘Add to Home screen’. Where the menu
          has neither, Veld works in the browser too{sends ? '' : ', and sends while it is open'}.
        </p>
      ) : null}
    </Card>
  );
}
