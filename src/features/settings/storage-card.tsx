import { useEffect, useState } from 'react';
import { formatBytes } from '../../messages/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';
import {
  askPersistence,
  persistenceWords,
  readStorage,
  type StoragePort,
  type StorageState,
} from './storage-state.ts';

/** Browsers round or make up their figures: of those that mean nothing it is said that nobody knows. */
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
      <Facts facts={state === null ? [['Protected', '']] : storageFacts(state)} />
      {state?.persisted === false ? (
        <Button block onClick={() => void ask()}>
          Protect the records
        </Button>
      ) : null}
    </Card>
  );
}
