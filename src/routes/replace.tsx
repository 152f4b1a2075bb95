import { getRouteApi } from '@tanstack/react-router';
import { FormRoute } from './form-route.tsx';

const route = getRouteApi('/replace/{-$id}');

export function ReplaceRoute() {
  const { id } = route.useParams();
  return <FormRoute id={id} kind="replacement" services={route.useLoaderData()} />;
}
