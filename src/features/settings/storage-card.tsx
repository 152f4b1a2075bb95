import { useEffect, useState } from 'react';
import { formatBytes } from '../../messages/formats.ts';
import { persistenceText } from '../../messages/persistence.ts';
import { settingsText } from '../../messages/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';
import {
  readStorage,
  requestPersistence,
  type StoragePort,
  type StorageState,
} from './storage-state.ts';

/** Where the browser gives no figure, or a made-up one, it says so. */
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

export interface StorageCardProps {
  /** undefined: the browser has no storage manager. */
  readonly storage: StoragePort | undefined;
}

export function StorageCard({ storage }: StorageCardProps) {
  const t = settingsText();
  const [state, setState] = useState<StorageState | null>(null);
  const [requests, setRequests] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each request.
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
      <Facts facts={state === null ? [[t.protected, '']] : storageFacts(state)} />
      {state?.persisted === false ? (
        <Button block onClick={() => void protect()}>
          {t.protect}
        </Button>
      ) : null}
    </Card>
  );
}
