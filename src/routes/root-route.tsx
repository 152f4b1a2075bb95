import {
  Link,
  Outlet,
  useLocation,
  useMatches,
  useRouteContext,
  useRouterState,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import { useLockView } from '../features/lock/lock-gate.ts';
import { Arrival } from '../features/shell/arrival.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { pagesText } from '../messages/pages.ts';

/** The frame around every screen. */
export function RootRoute() {
  const { analytics, environment, hasDatabase, services } = useRouteContext({ from: '__root__' });
  const { page, chrome } = useMatches({
    select: (matches) => ({
      page: matches.at(-1)?.staticData.page,
      chrome: matches.at(-1)?.staticData.chrome ?? 'full',
    }),
    structuralSharing: true,
  });
  const lock = useLockView();
  // Home, which has no name of its own, and the terms are public.
  const lockScreen = page && page !== 'termsConditions' ? lock.screen : null;
  const title = page && pagesText()[page];
  const going = useLocation();
  // The location of the screen that is shown. During a navigation, which takes long on a slow link, it is still the previous one.
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation }) ?? going;
  const database = useCallback(
    async () => ((await hasDatabase()) ? (await services()).store : null),
    [hasDatabase, services],
  );
  return (
    <Shell
      button={lock.button}
      chrome={lockScreen ? 'full' : chrome}
      database={database}
      environment={environment}
      Link={Link}
      onOutcomes={analytics?.onOutcomes}
      path={going.pathname}
      title={title}
    >
      {lockScreen ?? <Outlet />}
      <Arrival hash={arrived.hash} path={arrived.pathname} title={title} />
    </Shell>
  );
}
