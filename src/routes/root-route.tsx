import {
  type ErrorComponentProps,
  Link,
  Outlet,
  useLocation,
  useMatches,
  useRouteContext,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { useLockView } from '../features/lock/lock-gate.ts';
import { Arrival } from '../features/shell/arrival.tsx';
import { ErrorScreen, isFailedLoad } from '../features/shell/error-screen.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { errorsText, pagesText, shellText } from '../messages/shell.ts';
import { Button } from '../ui/content/button.tsx';
import { barIconClass } from '../ui/frame/app-bar.tsx';
import { IconBack } from '../ui/frame/icons.tsx';
import { flushAllDrafts } from '../worker/pending-work.ts';

export function RootRoute() {
  const { analytics, environment, hasDatabase, services } = useRouteContext({ from: '__root__' });
  const {
    page,
    chrome = 'full',
    parent,
    hasOwnHeading,
  } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const lock = useLockView();
  // Home and the terms are public. Home has no page name.
  const lockScreen = page && page !== 'termsConditions' ? lock.screen : null;
  const title = page && pagesText()[page];
  const going = useLocation();
  // The location of the shown screen. During a navigation, which is slow on a slow connection, it is still the previous
  // location.
  const arrived = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation }) ?? going;
  const database = useCallback(
    async () => ((await hasDatabase()) ? (await services()).store : null),
    [hasDatabase, services],
  );
  return (
    <Shell
      back={parent && !lockScreen ? <BackLink to={parent} /> : null}
      button={lock.button}
      chrome={lockScreen ? 'bare' : chrome}
      database={database}
      environment={environment}
      Link={Link}
      onOutcomes={analytics?.onOutcomes}
      path={going.pathname}
      title={hasOwnHeading || lockScreen ? undefined : title}
    >
      {lockScreen ?? <Outlet />}
      <Arrival hash={arrived.hash} path={arrived.pathname} title={title} />
    </Shell>
  );
}

/** Goes to the screen before, like the phone's Back. After a reload or a link, goes to the page above this one. */
function BackLink({ to }: { readonly to: string }) {
  const { history } = useRouter();
  return (
    <Link
      className={barIconClass}
      onClick={(event) => {
        if (!history.canGoBack()) return;
        event.preventDefault();
        history.back();
      }}
      to={to}
    >
      <IconBack />
      <span className="visually-hidden">{shellText().back}</span>
    </Link>
  );
}

/**
 * True if a reload would load the app instead of the browser's page 'no connection'. Fetches the page's own files:
 * WebKit remembers files that it could not load, even after a reload, until they are fetched in this way.
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

/**
 * Reloads the page, because a browser does not retry a module that could not be loaded until then. Returns false if the
 * page cannot be reloaded.
 */
async function reloadKeepingDrafts(): Promise<boolean> {
  if (!(await canReload())) return false;
  await flushAllDrafts();
  location.reload();
  return true;
}

/** The export's code is loaded on demand. If loading fails, this component says so. */
function ExportUnsent() {
  const t = errorsText();
  const { environment, services } = useRouter().options.context;
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<ReactNode>(null);

  async function open() {
    setBusy(true);
    setShown(null);
    setShown(
      await import('./export-without-store.tsx').then(
        ({ ExportWithoutStore }) => (
          <ExportWithoutStore
            environment={environment}
            onClose={() => setShown(null)}
            services={services}
          />
        ),
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

/** Shown instead of a route that failed with an error. */
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
