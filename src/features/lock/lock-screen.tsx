import { useState } from 'react';
import { count } from '../../messages/count.ts';
import { lockText } from '../../messages/lock.ts';
import type { AgentAtLock, LockStore } from '../../store/lock-port.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Banner } from '../../ui/banner.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import styles from './lock.module.css';
import { IconLock } from './lock-icons.tsx';
import { Unlocking } from './unlocking.tsx';

// Rarely needed, and with what chooses a PIN as heavy as the rest.
const Forgotten = latePart(
  async () => (await import('./forgotten.tsx')).Forgotten,
  () => <Spinner label={lockText().opening} />,
);

export interface LockScreenProps {
  readonly lock: LockStore;
  readonly store: Store;
  readonly agents: readonly AgentAtLock[];
  /** Who was unlocked last on this phone; null: not known. */
  readonly last: string | null;
  readonly isUnsaved: boolean;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartedAgain: () => void;
}

/** In the place of every screen that is not public. */
export function LockScreen({
  lock,
  store,
  agents,
  last,
  isUnsaved,
  onUnlocked,
  onStartedAgain,
}: LockScreenProps) {
  const t = lockText();
  const waiting = useStored(() => store.queries.counts(), [store])?.queued ?? 0;
  const [chosen, setChosen] = useState(last);
  const [isForgotten, setIsForgotten] = useState(false);
  const [first, ...others] = agents;
  // A PIN that is typed for somebody else would count as wrong.
  const agent = others.length === 0 ? first : agents.find(({ id }) => id === chosen);
  return (
    <Page>
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <span className={styles['mark']}>
            <IconLock />
          </span>
          <h1>{t.locked}</h1>
        </div>
        {waiting > 0 ? <p>{count(t.waiting, waiting)}</p> : null}
        {isUnsaved ? <Banner kind="warning">{t.unsaved}</Banner> : null}
        {others.length > 0 && !isForgotten ? (
          <RadioGroup
            legend={t.who}
            name="agent"
            onChange={setChosen}
            options={agents.map(({ id: value, label }) => ({ value, label: label ?? t.noLabel }))}
            value={agent?.id ?? ''}
          />
        ) : null}
        {agent === undefined ? null : isForgotten ? (
          <Forgotten
            agent={agent.id}
            lock={lock}
            onBack={() => setIsForgotten(false)}
            onStartedAgain={onStartedAgain}
            onUnlocked={onUnlocked}
          />
        ) : (
          <Unlocking
            agent={agent}
            key={agent.id}
            lock={lock}
            onForgot={() => setIsForgotten(true)}
            onUnlocked={onUnlocked}
          />
        )}
      </div>
    </Page>
  );
}
