import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LockCards } from '../features/lock/lock-cards.tsx';
import { SessionCard } from '../features/session/session-card.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { lockSettingsText } from '../messages/lock-settings.ts';
import { SETTINGS_PATH } from '../paths/page-paths.ts';
import type { Services } from '../services/services.ts';
import { notify } from '../ui/overlays/toasts.ts';
import { type LockedApp, lockedApp } from './locked-app.tsx';
import { Rescue } from './rescue.tsx';

/** The lock's cards in the settings. Renders nothing until the lock's state is known. */
export function LockSettings({ services }: { readonly services: Services }) {
  const [here, setHere] = useState<LockedApp>();
  const [changed, setChanged] = useState({});
  useEffect(() => {
    lockedApp(services).then(setHere, () => undefined);
  }, [services]);
  if (here === undefined) return null;
  const { lock, pageLock, remember, settings } = here;
  return (
    <LockCards
      lock={lock}
      onChanged={() => void pageLock.changed()}
      onSettings={(change) => {
        setChanged({ ...changed, ...change });
        remember(change).catch(() => notify(lockSettingsText().minutesNotSaved, { kind: 'error' }));
      }}
      settings={{ ...settings(), ...changed }}
    />
  );
}

const route = getRouteApi(SETTINGS_PATH);

export function SettingsRoute() {
  const services = route.useLoaderData();
  const { store, settings } = services;
  const { environment } = route.useRouteContext();
  return (
    <SettingsScreen
      appVersion={settings.version}
      store={store}
      environment={environment}
      Link={Link}
      lock={<LockSettings services={services} />}
      rescue={<Rescue services={services} />}
      session={<SessionCard clientId={settings.googleClientId} store={store} />}
    />
  );
}
