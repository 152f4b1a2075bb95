import { Link, Outlet, useLocation, useMatches, useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Arrival } from '../features/shell/arrival.tsx';
import { Shell } from '../features/shell/shell.tsx';

/** The frame around every screen. */
export function RootRoute() {
  const { analytics, environment, hasDatabase, services } = useRouteContext({ from: '__root__' });
  const { title, chrome } = useMatches({
    select: (matches) => ({
      title: matches.at(-1)?.staticData.title,
      chrome: matches.at(-1)?.staticData.chrome ?? 'full',
    }),
    structuralSharing: true,
  });
  const { pathname, hash } = useLocation();
  const database = useCallback(
    async () => ((await hasDatabase()) ? (await services()).db : null),
    [hasDatabase, services],
  );
  return (
    <Shell
      analytics={analytics}
      chrome={chrome}
      database={database}
      environment={environment}
      Link={Link}
      path={pathname}
    >
      <Outlet />
      <Arrival hash={hash} path={pathname} title={title} />
    </Shell>
  );
}
