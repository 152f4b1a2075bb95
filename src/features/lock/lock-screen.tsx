import { lazy, Suspense, useState } from 'react';
import { count } from '../../messages/count.ts';
import { lockText } from '../../messages/lock.ts';
import type { AgentAtLock, LockStore } from '../../store/lock-port.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import styles from './lock.module.css';
import { IconLock } from './lock-icon.tsx';
import { Unlocking } from './unlocking.tsx';

// Rarely needed, and with what chooses a PIN as heavy as the rest.
const Forgotten = lazy(() =>
  import('./forgotten.tsx').then((module) => ({ default: module.Forgotten })),
);

export interface LockScreenProps {
  readonly lock: LockStore;
  readonly store: Store;
  readonly agents: readonly AgentAtLock[];
  readonly isUnsaved: boolean;
  /** Whether the PIN has letters; null: not known. */
  readonly hasLetters: boolean;
  /** `hasLetters`: of the PIN that opened it. */
  readonly onUnlocked: (agent: string, hasLetters: boolean) => void;
  readonly onStartedAgain: () => void;
}

/** In the place of every screen that is not public. */
export function LockScreen({
  lock,
  store,
  agents,
  isUnsaved,
  hasLetters,
  onUnlocked,
  onStartedAgain,
}: LockScreenProps) {
  const t = lockText();
  const waiting = useStored(() => store.queries.counts(), [store])?.queued ?? 0;
  const [chosen, setChosen] = useState<string>();
  const [isForgotten, setIsForgotten] = useState(false);
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0];
  if (agent === undefined) return null;
  const { id } = agent;
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
        {agents.length > 1 && !isForgotten ? (
          <RadioGroup
            legend={t.who}
            name="agent"
            onChange={setChosen}
            options={agents.map(({ id: value, label }) => ({ value, label: label ?? t.noLabel }))}
            value={id}
          />
        ) : null}
        {isForgotten ? (
          <Suspense fallback={<Spinner label={t.opening} />}>
            <Forgotten
              agent={id}
              lock={lock}
              onBack={() => setIsForgotten(false)}
              onStartedAgain={onStartedAgain}
              onUnlocked={onUnlocked}
            />
          </Suspense>
        ) : (
          <Unlocking
            agent={agent}
            hasLetters={hasLetters}
            key={id}
            lock={lock}
            onForgot={() => setIsForgotten(true)}
            onUnlocked={onUnlocked}
          />
        )}
      </div>
    </Page>
  );
}
