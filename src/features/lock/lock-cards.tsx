import { useCallback, useEffect, useState } from 'react';
import { AgentsCard } from './agents-card.tsx';
import { LockCard } from './lock-card.tsx';
import { type LockCardProps, type LockFacts, lockFacts } from './lock-facts.ts';

/** The settings of the lock, and of those who share the phone. */
export function LockCards({
  lock,
  settings,
  onSettings,
  onChanged,
}: Pick<LockCardProps, 'lock' | 'settings' | 'onSettings'> & {
  /** A lock was set or taken off, or who shares the phone changed. */
  readonly onChanged: () => void;
}) {
  const [facts, setFacts] = useState<LockFacts>();
  const look = useCallback(() => {
    // Without an answer nothing is offered.
    lockFacts(lock).then(setFacts, () => undefined);
  }, [lock]);
  useEffect(look, [look]);
  if (facts === undefined) return null;
  const props: LockCardProps = {
    lock,
    facts,
    settings,
    onSettings,
    onChanged() {
      look();
      onChanged();
    },
  };
  return (
    <>
      <LockCard {...props} />
      <AgentsCard {...props} />
    </>
  );
}
