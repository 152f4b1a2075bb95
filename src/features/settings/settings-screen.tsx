import { type ReactNode, useCallback, useState } from 'react';
import type { EnvironmentName } from '../../domain/web-names.ts';
import { count } from '../../messages/count.ts';
import { settingsText } from '../../messages/settings.ts';
import { pagesText } from '../../messages/shell.ts';
import { HELP_PATH } from '../../paths/page-paths.ts';
import type { DeviceValues } from '../../store/device/device-storage.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { Card, Facts } from '../../ui/content/card.tsx';
import { Skeleton } from '../../ui/content/loading.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import { isIos } from '../../worker/unsent-advice.ts';
import { PhotosCard, PriceCard } from './data-use-cards.tsx';
import {
  type InstallState,
  installState,
  promptInstall,
  useInstallOffer,
} from './install-offer.ts';
import { StorageCard } from './storage-card.tsx';

export interface DeviceCardProps {
  readonly store: Store;
  readonly Link: LinkComponent;
  readonly appVersion: string;
  readonly environment: Readonly<{ name: EnvironmentName; deviceIdentifier: string | null }>;
}

function DeviceCard({ store, appVersion, environment, Link }: DeviceCardProps) {
  const t = settingsText();
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;
  return (
    <Card title={t.device}>
      <Facts
        facts={[
          [
            t.identifier,
            <code key="identifier">
              {stored ?? environment.deviceIdentifier ?? t.identifierMissing}
            </code>,
          ],
          [t.version, appVersion],
          [t.environment, t.environmentName[environment.name]],
        ]}
      />
      <Link className={buttonClass('secondary', true)} to={HELP_PATH}>
        {pagesText().help}
      </Link>
    </Card>
  );
}

const STANDALONE_MEDIA = '(display-mode: standalone), (display-mode: fullscreen)';

function useInstallState(): InstallState {
  const offered = useInstallOffer();
  return installState({
    offered,
    ios: isIos(),
    standalone: matchMedia(STANDALONE_MEDIA).matches,
  });
}

function InstallCard({ state }: { readonly state: InstallState }) {
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

type Permission = NotificationPermission | 'unsupported';

const permissionNow = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export interface NotifyCardProps {
  readonly wantsNotifications: boolean;
  readonly onNotifies: (wantsNotifications: boolean) => void;
}

/**
 * The setting for notifications. Only this card requests the browser's permission, when the person turns notifications
 * on.
 */
function NotifyCard({ wantsNotifications, onNotifies }: NotifyCardProps) {
  const t = settingsText();
  const sends = sendsWhenClosed();
  const [permission, setPermission] = useState(permissionNow);
  // Shows the new choice at once. The stored value follows when it is written.
  const [chosen, setChosen] = useState(wantsNotifications);

  async function choose(wanted: boolean) {
    const answer = wanted ? await Notification.requestPermission() : permission;
    const granted = wanted && answer === 'granted';
    setPermission(answer);
    setChosen(granted);
    onNotifies(granted);
  }

  if (!sends || permission === 'unsupported') {
    return (
      <Card title={t.alerts}>
        <p>{sends ? t.alertsUnsupported : t.alertsWhileOpen}</p>
      </Card>
    );
  }
  return (
    <Card title={t.alerts}>
      <Checkbox
        checked={chosen && permission === 'granted'}
        error={permission === 'denied' ? t.alertsBlocked : ''}
        hint={t.alertsHint}
        label={t.alertsLabel}
        onChange={(wanted) => void choose(wanted)}
      />
    </Card>
  );
}

/**
 * Deletes the receipts of delivered submissions. One receipt shows only a customer's initials, but many receipts reveal
 * more.
 */
function ReceiptsCard({ store }: { readonly store: Store }) {
  const t = settingsText();
  const [isConfirming, setIsConfirming] = useState(false);
  const here = useStored(() => store.queries.countsForAgent(), [store])?.delivered ?? 0;

  async function confirm() {
    setIsConfirming(false);
    try {
      notify(count(t.receiptsDeleted, await store.deleteReceipts()), { kind: 'success' });
    } catch {
      notify(t.receiptsNotDeleted, { kind: 'error' });
    }
  }

  return (
    <Card title={t.receipts}>
      <p>{here === 0 ? t.noReceipts : count(t.receiptsHere, here)}</p>
      {here > 0 ? (
        <Button block onClick={() => setIsConfirming(true)}>
          {t.deleteReceipts}
        </Button>
      ) : null}
      <ConfirmDialog
        confirmLabel={t.delete}
        danger
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={count(t.deleteAsked, here)}
      >
        <p>{t.deleteDetail}</p>
      </ConfirmDialog>
    </Card>
  );
}

export interface SettingsScreenProps {
  readonly store: Store;
  readonly Link: LinkComponent;
  readonly appVersion: string;
  readonly environment: DeviceCardProps['environment'];
  /** The sign-in card. It renders nothing in builds without a client id. */
  readonly session?: ReactNode;
  readonly lock?: ReactNode;
  /** The back-up card: export and import. */
  readonly rescue?: ReactNode;
}

export function SettingsScreen({
  store,
  appVersion,
  environment,
  Link,
  session,
  lock,
  rescue,
}: SettingsScreenProps) {
  const t = settingsText();
  const values = useStored(() => store.queries.settings(), [store]);
  const install = useInstallState();
  const makeKeys = useCallback(async () => (await store.outbox()).refillAvailable(), [store]);

  function save(
    change: Partial<
      Pick<DeviceValues, 'dataPricePerMb' | 'addsVat' | 'wantsNotifications' | 'photoSending'>
    >,
  ) {
    store
      .settings()
      .then(({ set }) => set(change))
      .catch(() => notify(t.notSaved, { kind: 'error' }));
  }

  if (values === undefined) {
    return (
      <Page>
        <Skeleton label={t.reading} lines={8} />
      </Page>
    );
  }
  return (
    <Page>
      {/* The browser's own install offer is suppressed, so this card is at the top. */}
      {install === 'installed' ? null : <InstallCard state={install} />}
      {session}
      {lock}
      <DeviceCard appVersion={appVersion} environment={environment} Link={Link} store={store} />
      <StorageCard makeKeys={makeKeys} storage={navigator.storage} />
      {install === 'installed' ? <InstallCard state={install} /> : null}
      <NotifyCard
        wantsNotifications={values.wantsNotifications}
        onNotifies={(wantsNotifications) => save({ wantsNotifications })}
      />
      <PriceCard
        addsVat={values.addsVat}
        onPrice={(dataPricePerMb) => save({ dataPricePerMb })}
        onVat={(addsVat) => save({ addsVat })}
        pricePerMb={values.dataPricePerMb}
      />
      <PhotosCard
        addsVat={values.addsVat}
        onSending={(photoSending) => save({ photoSending })}
        pricePerMb={values.dataPricePerMb}
        sending={values.photoSending}
      />
      {rescue}
      <ReceiptsCard store={store} />
    </Page>
  );
}
