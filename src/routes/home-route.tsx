import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Home } from '../features/site/home.tsx';
import { HOME_PATH } from '../page-paths.ts';
import type { Services } from '../services/services.ts';
import { later } from '../timers.ts';

// Drafts need the database, and few people share. Neither is needed for the first view of Home.
const Drafts = lazy(() => import('./drafts.tsx').then((module) => ({ default: module.Drafts })));
const SocialShare = lazy(() =>
  import('../features/site/social-share.tsx').then((module) => ({ default: module.SocialShare })),
);

/** The ways to share stand at the end of the page and must not compete with what an agent came for. */
const SHARE_AFTER_MS = 2_000;

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
  const [showsShare, setShowsShare] = useState(false);
  useEffect(() => later(SHARE_AFTER_MS, () => setShowsShare(true)), []);
  return (
    <Home
      continueList={hasDatabase ? <Continue services={services} /> : null}
      Link={Link}
      share={
        showsShare ? (
          <Suspense>
            <SocialShare />
          </Suspense>
        ) : null
      }
    />
  );
}
