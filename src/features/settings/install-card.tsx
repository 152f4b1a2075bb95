import { settingsText } from '../../messages/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import { isIos } from '../../worker/unsent-care.ts';
import {
  type InstallState,
  installState,
  promptInstall,
  useInstallOffer,
} from './install-offer.ts';

const STANDALONE_MEDIA = '(display-mode: standalone), (display-mode: fullscreen)';

export function useInstallState(): InstallState {
  const offered = useInstallOffer();
  return installState({
    offered,
    ios: isIos(),
    standalone: matchMedia(STANDALONE_MEDIA).matches,
  });
}

export function InstallCard({ state }: { readonly state: InstallState }) {
  const t = settingsText();
  const sends = sendsWhenClosed();
  return (
    <Card title={t.install}>
      {state === 'installed' ? <p>{sends ? t.installed : t.installedWhileOpen}</p> : null}
      {state === 'offered' ? (
        <>
          <p>{t.installOffered}</p>
          <Button block onClick={() => void promptInstall()} variant="primary">
            {t.installVeld}
          </Button>
        </>
      ) : null}
      {state === 'ios' ? <p>{t.installOnIos}</p> : null}
      {state === 'menu' ? <p>{sends ? t.installByMenu : t.installByMenuWhileOpen}</p> : null}
    </Card>
  );
}
