import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLockView } from '../features/lock/lock-gate.ts';
import { ContinueList } from '../features/outbox/home/continue-list.tsx';
import { AttentionStrip, Today } from '../features/outbox/home/today.tsx';
import type { ReadyCardProps } from '../features/settings/ready/ready-card.tsx';
import type { Services } from '../services/services.ts';
import { lazyComponent, usePromise } from '../ui/frame/lazy-component.tsx';
import { exportDialogWith } from './rescue.tsx';

// Less important than the work above it. If its code cannot be loaded, only this card is missing.
const ReadyCard = lazyComponent<ReadyCardProps>(() =>
  import('../features/settings/ready/ready-card.tsx').then(
    (module) => module.ReadyCard,
    () => () => null,
  ),
);

export interface HomeWorkProps {
  readonly opening: Promise<Services>;
  /** The text at the top of Home while there is no work. Null for the part below it. */
  readonly words: ReactNode;
}

/**
 * This phone's work on Home. Shows `words` until the database is open. The day's figures come first, then refused
 * submissions, then drafts.
 */
export function HomeWork({ opening, words }: HomeWorkProps) {
  const services = usePromise(() => opening);
  const { home: locked } = useLockView();
  if (services === undefined) return words;
  const { settings, store, sync } = services;
  if (locked) return words ?? locked;
  if (words !== null) return <Today otherwise={words} store={store} />;
  return (
    <>
      <AttentionStrip hasSignIn={settings.googleClientId !== ''} Link={Link} store={store} />
      <ContinueList
        store={store}
        exportDialog={exportDialogWith(sync)}
        Link={Link}
        remove={async (id) => (await (await sync()).remove(id)).status === 'removed'}
      />
      <ReadyCard Link={Link} store={store} />
    </>
  );
}
