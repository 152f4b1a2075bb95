import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { HOME_PATH } from '../paths/page-paths.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';

// It needs the database, and the first view of Home does not.
const Work = lazyComponent(
  async () => (await import('./home-work.tsx')).HomeWork,
  ({ words }) => words,
);

// Specification, section 7: the code of the social-share area is fetched on demand. Without it the rest of Home works.
const Share = lazyComponent<object>(() =>
  import('../features/site/social-share.tsx').then(
    (module) => module.SocialShare,
    () => () => null,
  ),
);

const route = getRouteApi(HOME_PATH);

export function HomeRoute() {
  const hasDatabase = route.useLoaderData();
  const { services } = route.useRouteContext();
  // Once: where it fails, the screen says so.
  const [opening, setOpening] = useState(() => (hasDatabase ? services() : null));
  // The router's cached value is shown first. The next answer adds the forms that were begun since.
  if (hasDatabase && opening === null) setOpening(services());
  return (
    <Home
      Link={Link}
      share={<Share />}
      work={(words: ReactNode) => (opening ? <Work opening={opening} words={words} /> : words)}
    />
  );
}
