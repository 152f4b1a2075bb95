import { type ReactNode, useCallback } from 'react';
import { pagesText } from '../../messages/pages.ts';
import { settingsText } from '../../messages/settings.ts';
import type { DeviceValues } from '../../store/device.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.ts';
import { DeviceCard, type DeviceCardProps } from './device-card.tsx';
import { InstallCard, useInstallState } from './install-card.tsx';
import { NotifyCard } from './notify-card.tsx';
import { PhotosCard } from './photos-card.tsx';
import { PriceCard } from './price-card.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { StorageCard } from './storage-card.tsx';

export interface SettingsScreenProps {
  readonly store: Store;
  readonly Link: LinkComponent;
  readonly appVersion: string;
  readonly environment: DeviceCardProps['environment'];
  /** The sign-in card; empty in builds without a client id. */
  readonly session?: ReactNode;
  /** The lock's card. */
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
  const { settings: title } = pagesText();
  const values = useStored(() => store.queries.settings(), [store]);
  const install = useInstallState();
  const makeKeys = useCallback(async () => (await store.outbox()).refillSpares(), [store]);

  function save(
    change: Partial<Pick<DeviceValues, 'dataPricePerMb' | 'addsVat' | 'notifies' | 'photoSending'>>,
  ) {
    store
      .settings()
      .then(({ set }) => set(change))
      .catch(() => notify(t.notSaved, { kind: 'error' }));
  }

  if (values === undefined) {
    return (
      <Page>
        <PageTitle>{title}</PageTitle>
        <Skeleton label={t.reading} lines={8} />
      </Page>
    );
  }
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      {/* The browser's own offer is held back for it. */}
      {install === 'installed' ? null : <InstallCard state={install} />}
      {session}
      {lock}
      <DeviceCard appVersion={appVersion} environment={environment} Link={Link} store={store} />
      <StorageCard makeKeys={makeKeys} storage={navigator.storage} />
      {install === 'installed' ? <InstallCard state={install} /> : null}
      <NotifyCard notifies={values.notifies} onNotifies={(notifies) => save({ notifies })} />
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
