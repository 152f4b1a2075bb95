import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { HOME_PATH } from '../page-paths.ts';
import type { Services } from '../services/services.ts';

// Drafts need the database, and few people share. Neither is needed for the first view of Home.
const Drafts = lazy(() => import('./drafts.tsx').then((module) => ({ default: module.Drafts })));
const SocialShare = lazy(() =>
  import('../features/site/social-share.tsx').then((module) => ({ default: module.SocialShare })),
);

const route = getRouteApi(HOME_PATH);

/**
 * Opens the services once, outside `Suspense`. A component that suspends is rendered anew: if opening failed, it would try
 * again for ever.
 */
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
