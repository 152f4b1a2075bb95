import { getRouteApi } from '@tanstack/react-router';
import { FormRoute } from './form-route.tsx';
import { REGISTER_ROUTE } from './route-paths.ts';

const route = getRouteApi(REGISTER_ROUTE);

export function RegisterRoute() {
  const { id } = route.useParams();
  return <FormRoute id={id} kind="registration" services={route.useLoaderData()} />;
}
