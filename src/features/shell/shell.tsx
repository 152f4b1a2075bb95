import { type ReactNode, useEffect, useState } from 'react';
import { pagesText } from '../../messages/pages.ts';
import { shellText } from '../../messages/shell.ts';
import {
  HOME_PATH,
  OUTBOX_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SETTINGS_PATH,
} from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { AppBar, brandLinkClass, navLinkClass, skipLinkClass, TaskBar } from '../../ui/app-bar.tsx';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconHome, IconOutbox, IconSettings, IconSim, IconSwap } from '../../ui/icons.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { EnvironmentBadge, Signal, StatusBar } from '../../ui/status-bar.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { guardBackForward } from './back-forward.ts';
import type { DatabaseWatchProps } from './database-watch.tsx';
import { EnvironmentNotice, type ShellEnvironment } from './environment-notice.tsx';
import type { FrameNews } from './frame-news.tsx';
import { useOnline } from './online.ts';
import styles from './shell.module.css';

// Loaded on demand with the database's code, which a first visit to Home does not need. If it can't be loaded, only its
// notices and the counts are missing.
const DatabaseWatch = latePart<DatabaseWatchProps>(() =>
  import('./database-watch.tsx').then(
    (module) => module.DatabaseWatch,
    () => () => null,
  ),
);

export interface ShellProps {
  /** null in prerendered HTML, which does not know its host. */
  readonly environment: ShellEnvironment | null;
  /** focus: a form; its action bar takes the place of the navigation, its steps that of a second bar. */
  readonly chrome: 'full' | 'focus';
  /** Of the screen; a form has it in the bar. */
  readonly title?: string | undefined;
  readonly Link?: LinkComponent;
  /** At the bar's end. */
  readonly button?: ReactNode;
  /** The current path. While there is no database, `database` is called again at each new path. */
  readonly path?: string | undefined;
  /** Resolves with the app's store if this device has a database, else null. Must not make one. */
  readonly database?: (() => Promise<Store | null>) | undefined;
  /** Undefined in builds without analytics. */
  readonly onOutcomes?: ((store: Store) => void) | undefined;
  readonly children: ReactNode;
}

function useExistingStore({ database, path }: Pick<ShellProps, 'database' | 'path'>) {
  const [store, setStore] = useState<Store | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may just have made the database.
  useEffect(() => {
    if (store !== null || database === undefined) return;
    let left = false;
    database().then(
      (found) => {
        if (!left) setStore(found);
      },
      () => {
        // Screens that need the database show the error; here only the counts are missing.
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
  const [news, setNews] = useState<FrameNews>();
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
