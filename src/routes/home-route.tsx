import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { HOME_PATH } from '../paths/page-paths.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';

// `HomeWork` needs the database. The first view of Home does not.
const Work = lazyComponent(
  async () => (await import('./home-work.tsx')).HomeWork,
  ({ words }) => words,
);

// Specification, section 7: the code of the social-share area is loaded on demand. If it cannot be loaded, the rest of
// Home works.
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
  // Calls `services` only once. If it fails, the screen shows the error.
  const [opening, setOpening] = useState(() => (hasDatabase ? services() : null));
  // The router first gives its cached value. Its next answer includes the forms begun since then.
  if (hasDatabase && opening === null) setOpening(services());
  return (
    <Home
      Link={Link}
      share={<Share />}
      work={(words: ReactNode) => (opening ? <Work opening={opening} words={words} /> : words)}
    />
  );
}
