import { Link, Outlet, useMatches, useRouteContext } from '@tanstack/react-router';
import { Shell } from '../features/shell/shell.tsx';

/** The frame around every screen. */
export function RootRoute() {
  const { environment } = useRouteContext({ from: '__root__' });
  const chrome = useMatches({ select: (matches) => matches.at(-1)?.staticData.chrome ?? 'full' });
  return (
    <Shell environment={environment} chrome={chrome} Link={Link}>
      <Outlet />
    </Shell>
  );
}
