import { getRouteApi } from '@tanstack/react-router';
import { FormRoute } from './form-route.tsx';

const route = getRouteApi('/register/{-$id}');

export function RegisterRoute() {
  const { id } = route.useParams();
  return <FormRoute id={id} kind="registration" services={route.useLoaderData()} />;
}
