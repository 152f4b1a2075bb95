import { getRouteApi, Link } from '@tanstack/react-router';
import { SessionCard } from '../features/session/session-card.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { SETTINGS_PATH } from '../page-paths.ts';
import { LockSettings } from './lock-settings.tsx';
import { Rescue } from './rescue.tsx';

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
