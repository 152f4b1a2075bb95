import { getRouteApi } from '@tanstack/react-router';
import { FormRoute } from './form-route.tsx';
import { REPLACE_ROUTE } from './route-paths.ts';

const route = getRouteApi(REPLACE_ROUTE);

export function ReplaceRoute() {
  const { id } = route.useParams();
  return <FormRoute id={id} kind="replacement" services={route.useLoaderData()} />;
}
