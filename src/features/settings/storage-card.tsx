import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/bytes.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';
import {
  askPersistence,
  persistenceWords,
  readStorage,
  type StoragePort,
  type StorageState,
} from './storage-state.ts';

const sizeWords = (bytes: number | null): string =>
  bytes === null ? 'This browser does not say' : formatBytes(bytes);

function keptWords(persisted: boolean | null): string {
  if (persisted === null) return 'This browser does not say';
  return persisted
    ? 'Yes, until you delete it'
    : 'No, the browser may clear it when the phone is full';
}

export interface StorageCardProps {
  /** undefined: the browser has no storage manager. */
  readonly storage: StoragePort | undefined;
}

export function StorageCard({ storage }: StorageCardProps) {
  const [state, setState] = useState<StorageState | null>(null);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew after each question.
  useEffect(() => {
    let left = false;
    void readStorage(storage).then((read) => {
      if (!left) setState(read);
    });
    return () => {
      left = true;
    };
  }, [storage, asked]);

  async function ask() {
    const answer = await askPersistence(storage);
    notify(persistenceWords[answer], {
      kind: answer === 'already' || answer === 'promised' ? 'success' : 'warning',
    });
    setAsked(asked + 1);
  }

  return (
    <Card title="Storage">
      <Facts
        facts={[
          ['Used', state === null ? '' : sizeWords(state.used)],
          ['Free', state === null ? '' : sizeWords(state.free)],
          ['Protected', state === null ? '' : keptWords(state.persisted)],
        ]}
      />
      {state?.persisted === false ? (
        <Button block onClick={() => void ask()}>
          Protect the records
        </Button>
      ) : null}
    </Card>
  );
}
