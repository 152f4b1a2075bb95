import { type ReactNode, useEffect, useState } from 'react';
import { pagesText, shellText } from '../../messages/shell.ts';
import {
  HOME_PATH,
  OUTBOX_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SETTINGS_PATH,
} from '../../paths/page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { classNames } from '../../ui/content/class-names.ts';
import {
  AppBar,
  Brand,
  brandLinkClass,
  EnvironmentBadge,
  navLinkClass,
  Signal,
  StatusBar,
  skipLinkClass,
  TaskBar,
} from '../../ui/frame/app-bar.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { IconHome, IconOutbox, IconSettings, IconSim, IconSwap } from '../../ui/frame/icons.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import { type LinkComponent, PlainLink } from '../../ui/frame/link.tsx';
import { Toaster } from '../../ui/overlays/toaster.tsx';
import type { DatabaseWatchProps, ShellStatus } from './database-watch.tsx';
import { useOnline } from './online.ts';
import styles from './shell.module.css';

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'> &
  Readonly<{ location: Pick<Location, 'reload'>; document: Document }>;

/**
 * 'Back' can show a page from the back-forward cache in its old state, with a customer's data, even on a shared phone.
 * 'no-store' does not prevent that. So a page that enters the cache is hidden, and a page that leaves it is reloaded.
 */
export function guardBackForward(page: Page): () => void {
  function hidePage(event: PageTransitionEvent) {
    if (event.persisted) page.document.documentElement.hidden = true;
  }
  function reloadPage(event: PageTransitionEvent) {
    if (event.persisted) page.location.reload();
  }
  page.addEventListener('pagehide', hidePage);
  page.addEventListener('pageshow', reloadPage);
  return () => {
    page.removeEventListener('pagehide', hidePage);
    page.removeEventListener('pageshow', reloadPage);
  };
}

export type ShellEnvironment = Readonly<{
  name: 'local' | 'dev' | 'live';
  showsBanner: boolean;
  showsBadge: boolean;
}>;

/** Shown on every host except the live one: nobody should register a real customer there. */
function EnvironmentNotice({ environment }: { readonly environment: ShellEnvironment }) {
  if (!environment.showsBanner) return null;
  return (
    <Banner isFullWidth kind="warning">
      {shellText().environment[environment.name]}
    </Banner>
  );
}

// Loaded on demand with the database's code, which a first visit to Home does not need. If the code cannot be loaded,
// only its notices and the counts are missing.
const DatabaseWatch = lazyComponent<DatabaseWatchProps>(() =>
  import('./database-watch.tsx').then(
    (module) => module.DatabaseWatch,
    () => () => null,
  ),
);

export interface ShellProps {
  /** Null in prerendered HTML, because the host is unknown at build time. */
  readonly environment: ShellEnvironment | null;
  /** focus: a form. Its action bar replaces the navigation, and its steps replace a second bar. */
  readonly chrome: 'full' | 'focus';
  /** The screen's heading. A form shows it in the bar. */
  readonly title?: string | undefined;
  readonly Link?: LinkComponent;
  readonly button?: ReactNode;
  /** The current path. While there is no database, each new path calls `database` again. */
  readonly path?: string | undefined;
  /** Resolves to the app's store if this device has a database, else to null. Must not create a database. */
  readonly database?: (() => Promise<Store | null>) | undefined;
  /** Undefined in builds without analytics. */
  readonly onOutcomes?: ((store: Store) => void) | undefined;
  readonly children: ReactNode;
}

function useExistingStore({ database, path }: Pick<ShellProps, 'database' | 'path'>) {
  const [store, setStore] = useState<Store | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have just created the database.
  useEffect(() => {
    if (store !== null || database === undefined) return;
    let left = false;
    database().then(
      (found) => {
        if (!left) setStore(found);
      },
      () => {
        // Screens that need the database show the error. Here only the counts are missing.
      },
    );
    return () => {
      left = true;
    };
  }, [store, database, path]);
  return store;
}

/** The frame around every screen: skip link, header, navigation, status bar, banner, badge and toasts. */
export function Shell({
  environment,
  chrome,
  title,
  button,
  Link = PlainLink,
  path,
  database,
  onOutcomes,
  children,
}: ShellProps) {
  const t = shellText();
  const titles = pagesText();
  const online = useOnline();
  const [news, setNews] = useState<ShellStatus>();
  const store = useExistingStore({ database, path });
  useEffect(() => guardBackForward(window), []);
  const isFull = chrome === 'full';
  const home = (
    <Link activeOptions={{ exact: true }} className={navLinkClass} to={HOME_PATH}>
      <IconHome />
      <span className={isFull ? undefined : 'visually-hidden'}>{titles.home}</span>
    </Link>
  );
  const status = (
    <StatusBar
      end={
        <>
          {environment?.showsBadge ? <EnvironmentBadge>{t.inDevelopment}</EnvironmentBadge> : null}
          {button}
        </>
      }
    >
      {news?.bar ?? <Signal isGood={online}>{online ? t.online : t.offline}</Signal>}
    </StatusBar>
  );
  return (
    <div className={classNames(styles['shell'], isFull && styles['full'])}>
      <a className={skipLinkClass} href="#main">
        {t.skip}
      </a>
      {isFull ? (
        <AppBar
          brand={
            <Link activeOptions={{ exact: true }} className={brandLinkClass} to={HOME_PATH}>
              <Brand />
            </Link>
          }
          status={status}
        >
          {home}
          <Link className={navLinkClass} to={REGISTER_PATH}>
            <IconSim />
            {t.register}
          </Link>
          <Link className={navLinkClass} to={REPLACE_PATH}>
            <IconSwap />
            {t.replace}
          </Link>
          <Link className={navLinkClass} to={OUTBOX_PATH}>
            <IconOutbox />
            {titles.outbox}
            {news?.tab}
          </Link>
          <Link className={navLinkClass} to={SETTINGS_PATH}>
            <IconSettings />
            {titles.settings}
          </Link>
        </AppBar>
      ) : (
        <TaskBar out={home} title={title}>
          {status}
        </TaskBar>
      )}
      {environment ? <EnvironmentNotice environment={environment} /> : null}
      {store ? (
        <DatabaseWatch Link={Link} onNews={setNews} onOutcomes={onOutcomes} store={store} />
      ) : null}
      {children}
      <Toaster />
    </div>
  );
}
