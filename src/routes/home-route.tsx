import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { SocialShare } from '../features/site/social-share.tsx';
import { HOME_PATH } from '../page-paths.ts';

// It needs the database, and the first view of Home does not.
const Work = lazy(() => import('./home-work.tsx').then((module) => ({ default: module.HomeWork })));

const route = getRouteApi(HOME_PATH);

export function HomeRoute() {
  const hasDatabase = route.useLoaderData();
  const { services } = route.useRouteContext();
  // Once, outside `Suspense`. A component that suspends is rendered anew: if opening failed, it would try again for ever.
  const [opening, setOpening] = useState(() => (hasDatabase ? services() : null));
  // What the router remembers of an earlier look is shown first: what was begun since then comes with the next answer.
  if (hasDatabase && opening === null) setOpening(services());
  return (
    <Home
      Link={Link}
      share={<SocialShare />}
      work={(words: ReactNode) =>
        opening ? (
          <Suspense fallback={words}>
            <Work opening={opening} words={words} />
          </Suspense>
        ) : (
          words
        )
      }
    />
  );
}
