import { getRouteApi, Link } from '@tanstack/react-router';
import { HelpScreen } from '../features/help/help-screen.tsx';
import { ReadyScreen } from '../features/settings/ready/ready-screen.tsx';
import { HELP_PATH, READY_PATH } from '../paths/page-paths.ts';

const route = getRouteApi(HELP_PATH);

export function HelpRoute() {
  const { store, settings } = route.useLoaderData();
  const { environment } = route.useRouteContext();
  return (
    <HelpScreen
      appVersion={settings.version}
      deviceIdentifier={environment.deviceIdentifier}
      Link={Link}
      store={store}
    />
  );
}

const readyRoute = getRouteApi(READY_PATH);

export function ReadyRoute() {
  const { store } = readyRoute.useLoaderData();
  const { wake } = readyRoute.useRouteContext();
  return <ReadyScreen Link={Link} store={store} wake={wake} />;
}
