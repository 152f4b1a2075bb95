import { useEffect, useState } from 'react';
import { formatBytes } from '../../messages/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';
import {
  persistenceWords,
  readStorage,
  requestPersistence,
  type StoragePort,
  type StorageState,
} from './storage-state.ts';

/** Shown where the browser gives no figure, or a made-up one. */
const unknown = 'Not known: the browser does not say';

const sizeWords = (bytes: number | null): string => (bytes === null ? unknown : formatBytes(bytes));

export const storageFacts = ({ used, free, persisted }: StorageState) =>
  [
    ['Used', sizeWords(used)],
    ['Free', sizeWords(free)],
    ['Protected', persisted === null ? unknown : keptWords(persisted)],
  ] as const;

const keptWords = (persisted: boolean): string =>
  persisted ? 'Yes, until you delete it' : 'No, the browser may clear it when the phone is full';

export interface StorageCardProps {
  /** undefined: the browser has no storage manager. */
  readonly storage: StoragePort | undefined;
}

export function StorageCard({ storage }: StorageCardProps) {
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
    notify(persistenceWords[answer], {
      kind: answer === 'already' || answer === 'promised' ? 'success' : 'warning',
    });
    setRequests(requests + 1);
  }

  return (
    <Card title="Storage">
      <Facts facts={state === null ? [['Protected', '']] : storageFacts(state)} />
      {state?.persisted === false ? (
        <Button block onClick={() => void protect()}>
          Protect the records
        </Button>
      ) : null}
    </Card>
  );
}
