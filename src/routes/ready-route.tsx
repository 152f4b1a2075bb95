import { getRouteApi, Link } from '@tanstack/react-router';
import { ReadyScreen } from '../features/settings/ready/ready-screen.tsx';
import { READY_PATH } from '../page-paths.ts';

const route = getRouteApi(READY_PATH);

export function ReadyRoute() {
  const { store } = route.useLoaderData();
  const { wake } = route.useRouteContext();
  return <ReadyScreen Link={Link} store={store} wake={wake} />;
}
