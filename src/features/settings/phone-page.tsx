import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { Policy } from '../../domain/announced.ts';
import type { EnvironmentName } from '../../domain/web-names.ts';
import { count } from '../../messages/count.ts';
import { formatBytes, formatNumber } from '../../messages/formats.ts';
import { persistenceText, settingsText } from '../../messages/settings.ts';
import { format } from '../../messages/text.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/content/button.tsx';
import { Card, Facts } from '../../ui/content/card.tsx';
import { ButtonRow, Fold, List } from '../../ui/content/list.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { IconPhone } from '../../ui/frame/icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { isIos } from '../../worker/unsent-advice.ts';
import {
  type InstallState,
  installState,
  promptInstall,
  useInstallOffer,
  useWasInstalled,
} from './install-prompt.ts';
import styles from './settings.module.css';
import { useSendsWhenClosed } from './settings-pages.tsx';
import { readStorage, requestPersistence, type StorageState } from './storage-state.ts';

/** The storage as a list of facts. The size is unknown if the browser gives none or an invented one. */
export function storageFacts({ free, persisted }: StorageState) {
  const t = settingsText();
  const kept = persisted ? t.isProtected : t.isNotProtected;
  return [
    [t.free, free === null ? t.unknown : formatBytes(free)],
    [t.protected, persisted === null ? t.unknown : kept],
  ] as const;
}

/** 'Your operator’s limits (2026-11-24.1): at most 60 waiting, at most 7 days' */
export function policyLine({ maxAgeHours, maxUnsent, version }: Policy): string {
  const t = settingsText();
  const limits = [
    maxUnsent === undefined ? '' : format(t.mostWaiting, { count: maxUnsent }),
    maxAgeHours === undefined ? '' : ageText(maxAgeHours),
  ]
    .filter(Boolean)
    .join(', ');
  return limits === ''
    ? format(t.policy, { version })
    : format(t.policyLimits, { version, limits });
}

const ageText = (hours: number): string =>
  hours % 24 === 0
    ? count(settingsText().mostDays, hours / 24)
    : count(settingsText().mostHours, hours);

/** True if the operator asks for a newer version than this one. */
export function isOlder(version: string, { minimumVersion }: Policy): boolean {
  const own = version.split('.').map(Number);
  const wanted = minimumVersion?.split('.').map(Number) ?? [];
  const at = wanted.findIndex((number, index) => number !== (own[index] ?? 0));
  return (wanted[at] ?? 0) > (own[at] ?? 0);
}

/** The operator's policy. Null if there is none. */
export const usePolicy = (store: Store): Policy | null =>
  useStored(() => store.queries.beginFacts(), [store])?.policy ?? null;

/** A form needs one key when it begins and one when it is submitted. */
const KEYS_OF_A_FORM = 2;

export const KeysRefused = ({ left }: { readonly left: number }) => (
  <Banner kind="warning">
    {count(settingsText().keysRefused, Math.floor(left / KEYS_OF_A_FORM))}
  </Banner>
);

let storageState: StorageState | null = null;
const storageReaders = new Set<() => void>();

async function readStorageAgain(): Promise<void> {
  storageState = await readStorage(navigator.storage);
  for (const changed of storageReaders) changed();
}

function watchStorage(changed: () => void): () => void {
  storageReaders.add(changed);
  void readStorageAgain();
  return () => storageReaders.delete(changed);
}

/** The storage, which is the same for each reader on the screen. Null until it is read. */
export const useStorageState = (): StorageState | null =>
  useSyncExternalStore(watchStorage, () => storageState);

/** Requests persistent storage, and shows the browser's answer. After an installation (`isInstalled`), shows only a promise. */
export async function protectForms(isInstalled = false): Promise<void> {
  const answer = await requestPersistence(navigator.storage);
  const isPromised = answer === 'already' || answer === 'promised';
  if (isPromised || !isInstalled)
    notify(persistenceText()[answer], { kind: isPromised ? 'success' : 'warning' });
  await readStorageAgain();
}

/** Creates keys for the next forms. Returns how many are available if the phone cannot store more, else null. */
function useKeysLeft(store: Store): number | null {
  const [keysLeft, setKeysLeft] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    store
      .outbox()
      .then((outbox) => outbox.refillAvailable())
      .then(
        (number) => {
          if (!left) setKeysLeft(number);
        },
        // If the database does not answer, other texts say so.
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [store]);
  return keysLeft;
}

const STANDALONE_MEDIA = '(display-mode: standalone), (display-mode: fullscreen)';

function useInstallState(): InstallState {
  const offered = useInstallOffer();
  const wasInstalled = useWasInstalled();
  return installState({
    offered,
    wasInstalled,
    ios: isIos(),
    standalone: matchMedia(STANDALONE_MEDIA).matches,
  });
}

/** The way to install Veld. Nothing if it is installed. */
function Install({ state }: { readonly state: InstallState }) {
  const t = settingsText();
  const sends = useSendsWhenClosed();
  switch (state) {
    case 'installed':
      return sends ? null : <p>{t.installedWhileOpen}</p>;
    case 'elsewhere':
      return <p>{t.installedElsewhere}</p>;
    case 'offered':
      return (
        <List>
          <ButtonRow
            icon={<IconPhone />}
            onClick={() => void promptInstall()}
            title={t.installVeld}
          />
        </List>
      );
    case 'ios': {
      const { days, ...steps } = t.installOnIos;
      return (
        <>
          <Fold title={t.installVeld}>
            <ol>
              {Object.values(steps).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ol>
          </Fold>
          <p>{days}</p>
        </>
      );
    }
    case 'menu':
      return (
        <Fold title={t.installVeld}>
          <p>{sends ? t.installByMenu : t.installByMenuWhileOpen}</p>
        </Fold>
      );
  }
}

/**
 * Deletes the receipts of delivered submissions. One receipt shows only a customer's initials, but many receipts reveal
 * more.
 */
function Receipts({ store }: { readonly store: Store }) {
  const t = settingsText();
  const [isConfirming, setIsConfirming] = useState(false);
  const here = useStored(() => store.queries.countsForAgent(), [store])?.delivered ?? 0;

  async function confirm() {
    setIsConfirming(false);
    try {
      notify(count(t.receiptsDeleted, await store.deleteReceipts()), { kind: 'success' });
    } catch {
      notify(t.receiptsNotDeleted, { kind: 'error' });
    }
  }

  return (
    <Fold state={formatNumber(here)} title={t.receipts}>
      <p>{here === 0 ? t.noReceipts : count(t.receiptsHere, here)}</p>
      {here > 0 ? (
        <Button block onClick={() => setIsConfirming(true)}>
          {t.deleteReceipts}
        </Button>
      ) : null}
      <ConfirmDialog
        confirmLabel={t.delete}
        danger
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={count(t.deleteAsked, here)}
      >
        <p>{t.deleteDetail}</p>
      </ConfirmDialog>
    </Fold>
  );
}

export interface PhonePageProps {
  readonly store: Store;
  /** The name of the scanner that this phone uses. */
  readonly scanner: ReactNode;
  readonly appVersion: string;
  readonly environment: Readonly<{ name: EnvironmentName; deviceIdentifier: string | null }>;
}

/** The page 'This phone': storage, installation, receipts, version and phone identifier. */
export function PhonePage({ store, scanner, appVersion, environment }: PhonePageProps) {
  const t = settingsText();
  const storage = useStorageState();
  const keysLeft = useKeysLeft(store);
  const install = useInstallState();
  const policy = usePolicy(store);
  const stored = useStored(() => store.queries.settings(), [store])?.DeviceIdentifier;

  return (
    <>
      {keysLeft === null ? null : <KeysRefused left={keysLeft} />}
      {policy !== null && isOlder(appVersion, policy) ? (
        <Banner kind="warning">
          {format(t.olderVersion, { version: policy.minimumVersion ?? '' })}
        </Banner>
      ) : null}
      <Card>
        <Facts
          facts={[
            ...(storage === null ? [[t.protected, ''] as const] : storageFacts(storage)),
            [t.install, install === 'installed' || install === 'elsewhere' ? t.yes : t.no],
          ]}
        />
        {storage?.persisted === false ? (
          <Button block onClick={() => void protectForms()} variant="primary">
            {t.protect}
          </Button>
        ) : null}
      </Card>
      <Install state={install} />
      <Receipts store={store} />
      <Card>
        <Facts
          facts={[
            [t.version, appVersion],
            [t.scanner, scanner],
            [t.environment, t.environmentName[environment.name]],
            [
              t.identifier,
              <code className={styles['identifier']} key="identifier">
                {stored ?? environment.deviceIdentifier ?? t.identifierMissing}
              </code>,
            ],
          ]}
        />
        {policy === null ? null : <p>{policyLine(policy)}</p>}
      </Card>
    </>
  );
}
