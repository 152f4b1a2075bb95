import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { HOME_PATH } from '../pages.ts';
import type { Services } from '../services/services.ts';

// Drafts stand on the database; the way to share is for those who want it. Neither is needed to begin.
const Drafts = lazy(() => import('./drafts.tsx').then((module) => ({ default: module.Drafts })));
const SocialShare = lazy(() =>
  import('../features/site/social-share.tsx').then((module) => ({ default: module.SocialShare })),
);

const route = getRouteApi(HOME_PATH);

/** Asks once, here where nothing waits: a screen that waits begins anew, and would ask for ever where it fails. */
function Continue({ services }: { readonly services: () => Promise<Services> }) {
  const [opening] = useState(services);
  return (
    <Suspense>
      <Drafts opening={opening} />
    </Suspense>
  );
}

export function HomeRoute() {
  const hasDatabase = route.useLoaderData();
  const { services } = route.useRouteContext();
  return (
    <Home
      continueList={hasDatabase ? <Continue services={services} /> : null}
      Link={Link}
      share={
        <Suspense>
          <SocialShare />
        </Suspense>
      }
    />
  );
}
