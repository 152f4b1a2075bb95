import { useEffect, useState } from 'react';
import { count } from '../../messages/count.ts';
import { formatBytes } from '../../messages/formats.ts';
import { persistenceText } from '../../messages/notices.ts';
import { settingsText } from '../../messages/settings.ts';
import { Button } from '../../ui/content/button.tsx';
import { Card, Facts } from '../../ui/content/card.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import {
  readStorage,
  requestPersistence,
  type StoragePort,
  type StorageState,
} from './storage-state.ts';

/** Says that the size is unknown if the browser gives none or an invented one. */
const sizeText = (bytes: number | null): string =>
  bytes === null ? settingsText().unknown : formatBytes(bytes);

export function storageFacts({ used, free, persisted }: StorageState) {
  const t = settingsText();
  const kept = persisted ? t.isProtected : t.isNotProtected;
  return [
    [t.used, sizeText(used)],
    [t.free, sizeText(free)],
    [t.protected, persisted === null ? t.unknown : kept],
  ] as const;
}

/** A form needs one key when it begins and one when it is submitted. */
const KEYS_OF_A_FORM = 2;

export const KeysRefused = ({ left }: { readonly left: number }) => (
  <Banner kind="warning">
    {count(settingsText().keysRefused, Math.floor(left / KEYS_OF_A_FORM))}
  </Banner>
);

export interface StorageCardProps {
  /** Undefined if the browser has no storage manager. */
  readonly storage: StoragePort | undefined;
  /**
   * Creates keys for the next forms. Resolves to the number of available keys if the phone cannot store more, else to
   * null.
   */
  readonly makeKeys: () => Promise<number | null>;
}

export function StorageCard({ storage, makeKeys }: StorageCardProps) {
  const t = settingsText();
  const [keysLeft, setKeysLeft] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    makeKeys().then(
      (number) => {
        if (!left) setKeysLeft(number);
      },
      // If the database does not answer, other texts say so.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [makeKeys]);
  const [state, setState] = useState<StorageState | null>(null);
  const [requests, setRequests] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request makes the effect read again.
  useEffect(() => {
    let left = false;
    void readStorage(storage).then((read) => {
      if (!left) setState(read);
    });
    return () => {
      left = true;
    };
  }, [storage, requests]);

  async function protect() {
    const answer = await requestPersistence(storage);
    notify(persistenceText()[answer], {
      kind: answer === 'already' || answer === 'promised' ? 'success' : 'warning',
    });
    setRequests(requests + 1);
  }

  return (
    <Card title={t.storage}>
      {keysLeft === null ? null : <KeysRefused left={keysLeft} />}
      <Facts facts={state === null ? [[t.protected, '']] : storageFacts(state)} />
      {state?.persisted === false ? (
        <Button block onClick={() => void protect()}>
          {t.protect}
        </Button>
      ) : null}
    </Card>
  );
}
