import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ErrorScreen } from '../features/shell/error-screen.tsx';

/** In the place of a route that ended with an error. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorScreen
      error={error}
      Link={Link}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
