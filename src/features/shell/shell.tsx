import { type ReactNode, useEffect, useState } from 'react';
import { pagesText, shellText } from '../../messages/shell.ts';
import { HELP_PATH, HOME_PATH, OUTBOX_PATH, SETTINGS_PATH } from '../../paths/page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { classNames } from '../../ui/content/class-names.ts';
import {
  AppBar,
  Brand,
  barIconClass,
  brandLinkClass,
  type Chrome,
  EnvironmentLine,
  narrowOnlyClass,
  navLinkClass,
  Signal,
  StatusBar,
  skipLinkClass,
  TabIcon,
  wideOnlyClass,
} from '../../ui/frame/app-bar.tsx';
import { IconClose, IconHelp, IconHome, IconOutbox, IconSettings } from '../../ui/frame/icons.tsx';
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
function EnvironmentNotice({ name, showsBanner, showsBadge }: ShellEnvironment) {
  const t = shellText();
  if (!showsBanner && !showsBadge) return null;
  return (
    <EnvironmentLine badge={showsBadge ? t.inDevelopment : null}>
      {showsBanner ? t.environment[name] : null}
    </EnvironmentLine>
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
  /** In a form, the action bar replaces the tabs. */
  readonly chrome: Chrome;
  /** The screen's heading. Undefined if the screen has its own heading. */
  readonly title?: string | undefined;
  /** The link to the screen before, with `barIconClass`. */
  readonly back?: ReactNode;
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

/** The frame around every screen: skip link, bar, status, tabs and toasts. */
export function Shell({
  environment,
  chrome,
  title,
  back,
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
  const hasTabs = chrome === 'home' || chrome === 'full';
  const exact = { exact: true };
  return (
    <div className={classNames(styles['shell'], hasTabs && styles['full'])}>
      <a className={skipLinkClass} href="#main">
        {t.skip}
      </a>
      <AppBar
        chrome={chrome}
        end={
          <>
            {button}
            {chrome === 'home' ? (
              <Link className={classNames(barIconClass, narrowOnlyClass)} to={HELP_PATH}>
                <IconHelp />
                <span className="visually-hidden">{titles.help}</span>
              </Link>
            ) : null}
          </>
        }
        notice={environment ? <EnvironmentNotice {...environment} /> : null}
        status={
          <StatusBar>{news?.bar ?? <Signal state={online ? 'online' : 'offline'} />}</StatusBar>
        }
        tabs={
          hasTabs ? (
            <>
              <Link activeOptions={exact} className={navLinkClass} to={HOME_PATH}>
                <TabIcon>
                  <IconHome />
                </TabIcon>
                {titles.home}
              </Link>
              <Link className={navLinkClass} to={OUTBOX_PATH}>
                <TabIcon mark={news?.tab}>
                  <IconOutbox />
                </TabIcon>
                {titles.outbox}
              </Link>
              <Link className={navLinkClass} to={SETTINGS_PATH}>
                <TabIcon>
                  <IconSettings />
                </TabIcon>
                {titles.settings}
              </Link>
              <Link className={classNames(navLinkClass, wideOnlyClass)} to={HELP_PATH}>
                <TabIcon>
                  <IconHelp />
                </TabIcon>
                {titles.help}
              </Link>
            </>
          ) : null
        }
        title={title}
      >
        {chrome === 'focus' ? (
          <Link activeOptions={exact} className={barIconClass} to={HOME_PATH}>
            <IconClose />
            <span className="visually-hidden">{titles.home}</span>
          </Link>
        ) : null}
        {back}
        {title || back || !hasTabs ? null : (
          <Link activeOptions={exact} className={brandLinkClass} to={HOME_PATH}>
            <Brand />
          </Link>
        )}
      </AppBar>
      {store ? <DatabaseWatch onNews={setNews} onOutcomes={onOutcomes} store={store} /> : null}
      {children}
      <Toaster />
    </div>
  );
}
