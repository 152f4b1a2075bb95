import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Home } from '../features/site/home.tsx';

// Drafts stand on the database; the way to share is for those who want it. Neither is needed to begin.
const Drafts = lazy(() => import('./drafts.tsx').then((module) => ({ default: module.Drafts })));
const SocialShare = lazy(() =>
  import('../features/site/social-share.tsx').then((module) => ({ default: module.SocialShare })),
);

const route = getRouteApi('/');

export function HomeRoute() {
  const hasDatabase = route.useLoaderData();
  const { services } = route.useRouteContext();
  return (
    <Home
      continueList={
        hasDatabase ? (
          <Suspense>
            <Drafts services={services} />
          </Suspense>
        ) : null
      }
      Link={Link}
      share={
        <Suspense>
          <SocialShare />
        </Suspense>
      }
    />
  );
}
