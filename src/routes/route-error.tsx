import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { ErrorScreen } from '../features/shell/error-screen.tsx';
import { isFailedLoad } from '../features/shell/failed-loads.ts';
import { Button } from '../ui/button.tsx';
import type { ExportHereProps } from './export-here.tsx';

/** Whether a reload would bring the app back, and not the browser's own page of no connection. */
const canReload = async (): Promise<boolean> =>
  navigator.serviceWorker?.controller != null ||
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Firefox remembers that code could not be fetched, and never asks again: only a new page does. */
async function reloadKeepingDrafts(): Promise<boolean> {
  if (!(await canReload())) return false;
  await import('../features/form/autosave.ts')
    .then(({ flushAllDrafts }) => flushAllDrafts())
    .catch(() => undefined);
  location.reload();
  return true;
}

/** Its code comes when it is asked for, and where it can't, that is said here. */
function ExportUnsent() {
  const { environment } = useRouter().options.context;
  const [state, setState] = useState<'closed' | 'loading' | 'unloadable' | 'open'>('closed');
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<ExportHereProps> } | null>(null);

  function open() {
    setState('loading');
    import('./export-here.tsx').then(
      ({ ExportHere }) => {
        setLoaded({ Dialog: ExportHere });
        setState('open');
      },
      () => setState('unloadable'),
    );
  }

  return (
    <>
      <Button busy={state === 'loading'} onClick={open}>
        Export unsent
      </Button>
      {state === 'unloadable' ? (
        <p>The export could not be loaded. Try again with signal; nothing was changed.</p>
      ) : null}
      {state === 'open' && loaded !== null ? (
        <loaded.Dialog environment={environment} onClose={() => setState('closed')} />
      ) : null}
    </>
  );
}

/** In the place of a route that ended with an error. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();

  async function retry() {
    if (isFailedLoad(error) && (await reloadKeepingDrafts())) return;
    reset();
    void router.invalidate();
  }

  return (
    <ErrorScreen error={error} Link={Link} onRetry={() => void retry()} rescue={<ExportUnsent />} />
  );
}
