import { getRouteApi, Link } from '@tanstack/react-router';
import { HelpScreen } from '../features/help/help-screen.tsx';
import { ReadyScreen } from '../features/settings/ready/ready-screen.tsx';
import { HELP_PATH, READY_PATH } from '../paths/page-paths.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';
import type { LinkComponent } from '../ui/frame/link.tsx';

// Specification, section 7: the code of the social-share area is loaded on demand. If it cannot be loaded, the rest of
// Help works.
const AboutVeld = lazyComponent<{ readonly Link: LinkComponent }>(() =>
  import('../features/site/social-share.tsx').then(
    (module) => module.AboutVeld,
    () => () => null,
  ),
);

const route = getRouteApi(HELP_PATH);

export function HelpRoute() {
  const { store, settings } = route.useLoaderData();
  const { environment } = route.useRouteContext();
  return (
    <HelpScreen
      about={<AboutVeld Link={Link} />}
      appVersion={settings.version}
      deviceIdentifier={environment.deviceIdentifier}
      store={store}
    />
  );
}

// If it cannot be loaded, the other lines are shown without it.
const ScannerLine = lazyComponent(() =>
  import('../features/scan/scanner-state.tsx').then(
    (module) => module.ScannerLine,
    () => () => null,
  ),
);

const readyRoute = getRouteApi(READY_PATH);

export function ReadyRoute() {
  const { store } = readyRoute.useLoaderData();
  const { wake } = readyRoute.useRouteContext();
  return <ReadyScreen Link={Link} scanner={<ScannerLine />} store={store} wake={wake} />;
}
