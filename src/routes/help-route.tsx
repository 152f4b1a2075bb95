import { getRouteApi, Link } from '@tanstack/react-router';
import { HelpScreen } from '../features/help/help-screen.tsx';
import { HELP_PATH } from '../page-paths.ts';

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
