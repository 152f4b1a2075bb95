import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ErrorScreen } from '../features/shell/error-screen.tsx';
import { isFailedLoad } from '../features/shell/failed-loads.ts';
import { errorsText } from '../messages/errors.ts';
import { Button } from '../ui/button.tsx';

/**
 * Whether a reload would load the app, and not the browser's own page 'no connection'. The page's own files are fetched for that:
 * WebKit remembers, over a reload too, which it could not load, until they are fetched in this way.
 */
const canReload = (): Promise<boolean> =>
  Promise.all(
    [location, ...document.querySelectorAll<HTMLLinkElement>('link[crossorigin]')].map(({ href }) =>
      fetch(href),
    ),
  ).then(
    ([page]) => page?.ok === true,
    () => navigator.serviceWorker?.controller != null,
  );

/** Browsers remember that a module could not be loaded and do not try again until the page is reloaded. */
async function reloadKeepingDrafts(): Promise<boolean> {
  if (!(await canReload())) return false;
  await import('../features/form/autosave.ts')
    .then(({ flushAllDrafts }) => flushAllDrafts())
    .catch(() => undefined);
  location.reload();
  return true;
}

/** The export's code is loaded on demand; if that fails, this says so. */
function ExportUnsent() {
  const t = errorsText();
  const { environment } = useRouter().options.context;
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<ReactNode>(null);

  async function open() {
    setBusy(true);
    setShown(null);
    setShown(
      await import('./export-here.tsx').then(
        ({ ExportHere }) => <ExportHere environment={environment} onClose={() => setShown(null)} />,
        () => <p>{t.exportNotLoaded}</p>,
      ),
    );
    setBusy(false);
  }

  return (
    <>
      <Button busy={busy} onClick={() => void open()}>
        {t.exportUnsent}
      </Button>
      {shown}
    </>
  );
}

/** Shown in place of a route that failed with an error. */
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
