import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { installState, promptInstall, useInstallOffer } from './install-prompt.ts';

const standaloneMedia = '(display-mode: standalone), (display-mode: fullscreen)';

/** Only Safari on iOS has this property at all. */
const isIos = (): boolean => 'standalone' in navigator;

export function InstallCard() {
  const offered = useInstallOffer();
  const state = installState({
    offered,
    ios: isIos(),
    standalone: matchMedia(standaloneMedia).matches,
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
          Screen’. Keep Veld open until everything is sent: iOS does not send in the background.
        </p>
      ) : null}
      {state === 'menu' ? (
        <p>
          Open the browser’s menu and choose ‘Install app’ or ‘Add to Home screen’. Where the menu
          has neither, Veld works just as well in the browser.
        </p>
      ) : null}
    </Card>
  );
}
