import { type ReactNode, useSyncExternalStore } from 'react';
import type { Hold } from '../../domain/submission-types.ts';
import { count } from '../../messages/count.ts';
import { formatRand, VAT_PERCENT } from '../../messages/formats.ts';
import { agentsText, lockSettingsText } from '../../messages/lock-settings.ts';
import { backupText } from '../../messages/rescue.ts';
import { linkText, sessionText, settingsText } from '../../messages/settings.ts';
import { pagesText } from '../../messages/shell.ts';
import { format } from '../../messages/text.ts';
import { pauseText } from '../../messages/worker.ts';
import { HELP_PATH, READY_PATH, SETTINGS_PATH } from '../../paths/page-paths.ts';
import { supportContacts } from '../../settings/support-contacts.ts';
import type { DeviceValues } from '../../store/device/device-storage.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { LinkRow, List } from '../../ui/content/list.tsx';
import { Skeleton } from '../../ui/content/loading.tsx';
import { BarTitle } from '../../ui/frame/app-bar.tsx';
import { IconCircleCheck, IconHelp, IconPhone } from '../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import {
  IconBell,
  IconCamera,
  IconCard,
  IconLock,
  IconStorage,
  IconUpload,
  IconUsers,
} from '../../ui/frame/more-icons.tsx';
import { Page, useOwnTitle } from '../../ui/frame/page.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import {
  isOlder,
  PhonePage,
  type PhonePageProps,
  usePolicy,
  useStorageState,
} from './phone-page.tsx';
import { thingsToDo } from './ready/ready-lines.ts';
import { useReadyLines } from './ready/use-ready-lines.ts';
import styles from './settings.module.css';
import { AlertsPage, notificationPermission, PhotosPage, PricePage } from './settings-pages.tsx';

/** The pages below the settings, by the last part of their address. */
const pages = [
  'lock',
  'agents',
  'photos',
  'alerts',
  'price',
  'sign-in',
  'phone',
  'back-up',
  'pin',
] as const;
export type SettingsPage = (typeof pages)[number];

export const settingsPage = (name: string | undefined): SettingsPage | undefined =>
  pages.find((page) => page === name);

export const settingsPath = (page: SettingsPage): string => `${SETTINGS_PATH}/${page}`;

function titleOf(page: SettingsPage): string {
  switch (page) {
    case 'lock':
      return lockSettingsText().card;
    case 'pin':
      return lockSettingsText().setPin;
    case 'agents':
      return agentsText().card;
    case 'photos':
      return linkText().photos;
    case 'alerts':
      return settingsText().alerts;
    case 'price':
      return settingsText().price;
    case 'sign-in':
      return sessionText().title;
    case 'phone':
      return settingsText().device;
    case 'back-up':
      return backupText().title;
  }
}

const icons: Readonly<Record<SettingsPage, ReactNode>> = {
  lock: <IconLock />,
  pin: null,
  agents: <IconUsers />,
  photos: <IconCamera />,
  alerts: <IconBell />,
  price: <IconStorage />,
  'sign-in': <IconCard />,
  phone: <IconPhone />,
  'back-up': <IconUpload />,
};

/** A build without contacts must not promise support. */
const hasSupport = Object.values(supportContacts).some((contact) => contact !== '');

type State = readonly [words: string, isUrgent?: boolean];

/** On only if the browser shows what the agent wants. */
export function alertsState({
  wantsNotifications,
}: Pick<DeviceValues, 'wantsNotifications'>): State {
  const t = settingsText();
  const permission = notificationPermission();
  if (wantsNotifications && permission === 'denied') return [t.blocked, true];
  return [wantsNotifications && permission === 'granted' ? t.on : t.off];
}

function priceState({ addsVat, dataPricePerMb }: DeviceValues): State {
  const t = settingsText();
  if (dataPricePerMb === null) return [t.priceMissing];
  return [format(t.priceState, { price: formatRand(dataPricePerMb, addsVat ? VAT_PERCENT : 0) })];
}

/** The state of the lock. Undefined until it is known. */
export type LockState = Readonly<{ isOn: boolean; agents: number }> | undefined;

/** Each page's state in one or two words. */
function usePageStates(
  store: Store,
  values: DeviceValues | undefined,
  lock: LockState,
  appVersion: string,
): Partial<Record<SettingsPage, State>> {
  const t = settingsText();
  const storage = useStorageState();
  const counts = useStored(() => store.queries.overview(), [store])?.counts;
  const unsent = counts ? counts.draft + counts.queued + counts.rejected : 0;
  const isKept = storage?.persisted ?? null;
  const policy = usePolicy(store);
  const needsUpdate = policy !== null && isOlder(appVersion, policy);
  return {
    ...(lock && {
      lock: [lock.isOn ? t.on : t.off],
      agents: [String(Math.max(1, lock.agents))],
    }),
    ...(values && {
      photos: [linkText().state[values.photoSending]],
      alerts: alertsState(values),
      price: priceState(values),
      'sign-in': [values.AuthToken === null ? t.off : t.on],
    }),
    ...(isKept !== null && {
      phone: isKept ? [t.protected] : [t.isNotProtected, true],
    }),
    ...(needsUpdate && { phone: [t.update, true] }),
    ...(unsent > 0 && { 'back-up': [format(t.notSent, { count: unsent })] }),
  };
}

interface SettingsListProps {
  readonly store: Store;
  readonly Link: LinkComponent;
  readonly values: DeviceValues | undefined;
  readonly hasSignIn: boolean;
  readonly lock: LockState;
  readonly appVersion: string;
}

const holdOf = (hold: Hold | null | undefined): State => {
  const isStopped = hold?.reason === 'auth';
  return isStopped ? [pauseText().title, true] : [''];
};

function SettingsList({ store, Link, values, hasSignIn, lock, appVersion }: SettingsListProps) {
  const t = settingsText();
  const states = usePageStates(store, values, lock, appVersion);
  const { lines } = useReadyLines(store);
  const toDo = lines === null ? null : thingsToDo(lines);
  const hold = useStored(() => store.queries.sending(), [store])?.hold;
  const rows = (...names: readonly SettingsPage[]) =>
    names.map((page) => {
      const [state, isUrgent] = states[page] ?? [];
      return (
        <LinkRow
          icon={icons[page]}
          isUrgent={isUrgent}
          key={page}
          Link={Link}
          state={state}
          title={titleOf(page)}
          to={settingsPath(page)}
        />
      );
    });
  const [stopped, isUrgent] = holdOf(hold);
  return (
    <nav aria-label={pagesText().settings} className={styles['list']}>
      <List>{rows('lock', 'agents')}</List>
      <List>{rows('photos', 'alerts', 'price', ...(hasSignIn ? (['sign-in'] as const) : []))}</List>
      <List>
        {rows('phone', 'back-up')}
        <LinkRow
          icon={<IconCircleCheck />}
          Link={Link}
          state={toDo ? count(t.tips, toDo) : toDo === 0 ? t.ready : ''}
          title={pagesText().ready}
          to={READY_PATH}
        />
        <LinkRow
          icon={<IconHelp />}
          isUrgent={isUrgent}
          Link={Link}
          state={stopped}
          title={hasSupport ? t.help : pagesText().help}
          to={HELP_PATH}
        />
      </List>
    </nav>
  );
}

const WIDE_MEDIA = '(min-width: 64rem)';

/** True on a wide screen, which shows the list and a page beside each other. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(WIDE_MEDIA);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE_MEDIA).matches,
  );

export interface SettingsScreenProps extends PhonePageProps {
  /** Undefined for the list. */
  readonly page: SettingsPage | undefined;
  readonly Link: LinkComponent;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly lock: LockState;
  /** The pages of other features. */
  readonly parts: Readonly<
    Record<'lock' | 'pin' | 'agents' | 'sign-in' | 'back-up', () => ReactNode>
  >;
}

/** The settings: a list on a phone, each row of which opens a page. On a wide screen, both beside each other. */
export function SettingsScreen({
  page,
  Link,
  hasSignIn,
  lock,
  parts,
  store,
  ...about
}: SettingsScreenProps) {
  const t = settingsText();
  const values = useStored(() => store.queries.settings(), [store]);
  const isWide = useIsWide();
  const shown = page ?? (isWide ? 'lock' : undefined);
  const listTitle = pagesText().settings;
  const title = page === undefined ? listTitle : titleOf(page);
  useOwnTitle(title);

  /** Resolves to false if the phone did not save the change. */
  async function save(
    change: Partial<
      Pick<DeviceValues, 'dataPricePerMb' | 'addsVat' | 'wantsNotifications' | 'photoSending'>
    >,
  ): Promise<boolean> {
    try {
      await (await store.settings()).set(change);
      return true;
    } catch {
      notify(t.notSaved, { kind: 'error' });
      return false;
    }
  }

  function content(which: SettingsPage): ReactNode {
    if (values === undefined) return <Skeleton label={t.reading} lines={4} />;
    switch (which) {
      case 'alerts':
        return (
          <AlertsPage
            onNotifies={(wantsNotifications) => save({ wantsNotifications })}
            wantsNotifications={values.wantsNotifications}
          />
        );
      case 'price':
        return (
          <PricePage
            addsVat={values.addsVat}
            onPrice={(dataPricePerMb) => save({ dataPricePerMb })}
            onVat={(addsVat) => save({ addsVat })}
            pricePerMb={values.dataPricePerMb}
          />
        );
      case 'photos':
        return (
          <PhotosPage
            addsVat={values.addsVat}
            onSending={(photoSending) => save({ photoSending })}
            pricePerMb={values.dataPricePerMb}
            sending={values.photoSending}
          />
        );
      case 'phone':
        return <PhonePage {...about} store={store} />;
      default:
        return parts[which]();
    }
  }

  const list = (
    <SettingsList
      appVersion={about.appVersion}
      hasSignIn={hasSignIn}
      Link={Link}
      lock={lock}
      store={store}
      values={values}
    />
  );
  // The route of the list has its title.
  const barTitle =
    page === undefined ? null : <BarTitle>{isWide ? listTitle : titleOf(page)}</BarTitle>;
  if (shown === undefined) return <Page>{list}</Page>;
  if (isWide)
    return (
      <Page wide>
        {barTitle}
        <div className={styles['panes']}>
          {list}
          <div className={styles['page']} key={shown}>
            <h2>{titleOf(shown)}</h2>
            {content(shown)}
          </div>
        </div>
      </Page>
    );
  return (
    <Page>
      {barTitle}
      <div className={styles['page']} key={shown}>
        {content(shown)}
      </div>
    </Page>
  );
}
