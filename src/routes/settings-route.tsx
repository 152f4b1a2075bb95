import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { AgentsPage } from '../features/lock/agents-page.tsx';
import { type LockFacts, type LockSettings, lockFacts } from '../features/lock/lock-facts.ts';
import { LockPage } from '../features/lock/lock-page.tsx';
import { SetLockPage } from '../features/lock/set-lock.tsx';
import { BackUp } from '../features/rescue/back-up.tsx';
import { SessionPage } from '../features/session/session-page.tsx';
import { useChoice } from '../features/settings/settings-pages.tsx';
import {
  SettingsScreen,
  settingsPage,
  settingsPath,
} from '../features/settings/settings-screen.tsx';
import { lockSettingsText } from '../messages/lock-settings.ts';
import { SETTINGS_PAGE_ROUTE, SETTINGS_PATH } from '../paths/page-paths.ts';
import type { Services } from '../services/services.ts';
import { useStored } from '../store/use-stored.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';
import { notify } from '../ui/overlays/toasts.ts';
import { exportUnsentWith } from './export-dialog.tsx';
import { type LockedApp, lockedApp } from './locked-app.tsx';

type KnownLock = LockedApp & Readonly<{ facts: LockFacts }>;

/** The lock and its facts. Undefined until they are known, or if they cannot be read. */
function useLock(services: Services) {
  const [known, setKnown] = useState<KnownLock>();
  const stored = useStored(() => services.store.queries.settings(), [services.store]);
  const [lockMinutes, choose] = useChoice<LockSettings['lockMinutes']>(
    stored?.lockMinutes ?? known?.settings().lockMinutes ?? 5,
    async (minutes) => {
      try {
        await known?.remember({ lockMinutes: minutes });
        return true;
      } catch {
        notify(lockSettingsText().minutesNotSaved, { kind: 'error' });
        return false;
      }
    },
  );
  const look = useCallback(() => {
    lockedApp(services)
      .then(async (app) => setKnown({ ...app, facts: await lockFacts(app.lock) }))
      .catch(() => undefined);
  }, [services]);
  useEffect(look, [look]);
  if (known === undefined) return undefined;
  const { facts, lock, pageLock, settings } = known;
  return {
    lock,
    facts,
    settings: { ...settings(), lockMinutes },
    onSettings: (change: LockSettings) => void choose(change.lockMinutes),
    /** Called when the lock was set or removed, or when the agents changed. */
    onChanged() {
      look();
      void pageLock.changed();
    },
  };
}

const ScannerEngine = lazyComponent(() =>
  import('../features/scan/scanner-state.tsx').then(
    (module) => module.ScannerEngine,
    () => () => null,
  ),
);

const root = getRouteApi('__root__');

function Settings({
  services,
  wanted,
}: {
  readonly services: Services;
  /** The page in the address. Undefined for the list. */
  readonly wanted?: string;
}) {
  const { store, settings, sync } = services;
  const { environment, wake } = root.useRouteContext();
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const lock = useLock(services);
  const hasSignIn = settings.googleClientId !== '';
  // A build without sign-in has no such page.
  const known = (name?: string) =>
    hasSignIn || name !== 'sign-in' ? settingsPage(name) : undefined;
  const page = known(wanted);
  // Older links have the page as fragment.
  const linked = known(hash);
  const target = linked === undefined ? SETTINGS_PATH : settingsPath(linked);
  const isElsewhere = linked !== undefined || page !== wanted;
  useEffect(() => {
    if (isElsewhere) void navigate({ to: target, replace: true });
  }, [isElsewhere, navigate, target]);

  return (
    <SettingsScreen
      appVersion={settings.version}
      environment={environment}
      hasSignIn={hasSignIn}
      Link={Link}
      lock={lock && { isOn: lock.facts.hasLock, agents: lock.facts.agents.length }}
      page={page}
      scanner={<ScannerEngine />}
      parts={{
        lock: () =>
          lock && (
            <LockPage {...lock} onSetPin={() => void navigate({ to: settingsPath('pin') })} />
          ),
        pin: () =>
          lock && (
            <SetLockPage
              lock={lock.lock}
              onDone={() => {
                lock.onChanged();
                notify(lockSettingsText().setPinDone, { kind: 'success', staysOnLeaving: true });
                void navigate({ to: settingsPath('lock'), replace: true });
              }}
            />
          ),
        agents: () => lock && <AgentsPage {...lock} />,
        'sign-in': () => <SessionPage clientId={settings.googleClientId} store={store} />,
        'back-up': () => (
          <BackUp
            exportUnsent={exportUnsentWith(sync)}
            importFile={async (file, passphrase) => {
              const [{ ports }, { importRescue }] = await Promise.all([
                sync(),
                import('../sync/rescue/import-rescue.ts'),
              ]);
              const result = await importRescue(ports, file, passphrase);
              wake();
              return result;
            }}
          />
        ),
      }}
      store={store}
    />
  );
}

const listRoute = getRouteApi(SETTINGS_PATH);
const pageRoute = getRouteApi(SETTINGS_PAGE_ROUTE);

export const SettingsRoute = () => <Settings services={listRoute.useLoaderData()} />;

export const SettingsPageRoute = () => (
  <Settings services={pageRoute.useLoaderData()} wanted={pageRoute.useParams().page} />
);
