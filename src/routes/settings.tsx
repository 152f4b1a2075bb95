import { getRouteApi } from '@tanstack/react-router';
import { SessionCard } from '../features/session/session-card.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';

const route = getRouteApi('/settings');

export function SettingsRoute() {
  const { db, settings } = route.useLoaderData();
  const { environment } = route.useRouteContext();
  return (
    <SettingsScreen
      appVersion={settings.version}
      db={db}
      environmentName={environment.name}
      session={<SessionCard clientId={settings.googleClientId} db={db} />}
    />
  );
}
