import { useEffect, useRef, useState } from 'react';
import { pauseOf } from '../../domain/submission-state.ts';
import { count } from '../../messages/count.ts';
import { lockText } from '../../messages/lock.ts';
import { format } from '../../messages/text.ts';
import { pauseText } from '../../messages/worker.ts';
import type { LockScreenAgent, LockStore } from '../../store/lock/lock-contract.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/content/button.tsx';
import { Spinner } from '../../ui/content/loading.tsx';
import { Panel } from '../../ui/content/panel.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import { IconFingerprint, IconLock } from '../../ui/frame/more-icons.tsx';
import { Page, Stack } from '../../ui/frame/page.tsx';
import styles from './lock.module.css';
import { LockForm, PinField, UnlockErrorText } from './lock-form.tsx';
import { unlockProblem, useUnlockAttempt } from './use-unlock-attempt.ts';

/** Moves the focus to the element, unless the person is using the arrow keys in a radio group. */
function focusUnlessChoosing(element: HTMLElement | null): void {
  if (document.activeElement?.matches('input[type=radio]:focus-visible')) return;
  element?.focus();
}

export interface PasskeyButtonProps {
  readonly lock: LockStore;
  readonly agent: LockScreenAgent;
  readonly variant: 'primary' | 'secondary';
  readonly isUnsaved: boolean;
  /** True if the passkey is the only unlock method. */
  readonly isAlone?: boolean;
  readonly onUnlocked: (agent: string) => void;
}

/** Opens the phone's own dialog. The app sets no wait here, because the phone limits the attempts itself. */
function PasskeyButton({
  lock,
  agent: { id },
  variant,
  isUnsaved,
  isAlone = false,
  onUnlocked,
}: PasskeyButtonProps) {
  const trying = useUnlockAttempt(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAlone) focusUnlessChoosing(button.current);
  }, [isAlone]);

  function unlock() {
    trying.run(async () => {
      const result = await lock.unlockByFingerprint(id);
      if (result.status === 'unlocked') onUnlocked(id);
      return unlockProblem(result, isUnsaved);
    });
  }

  return (
    <Stack>
      <UnlockErrorText problem={trying.problem} />
      <Button
        block
        busy={trying.isBusy}
        icon={<IconFingerprint />}
        onClick={unlock}
        ref={button}
        variant={variant}
      >
        {lockText().useFingerprint}
      </Button>
    </Stack>
  );
}

export interface UnlockingProps {
  readonly lock: LockStore;
  readonly agent: LockScreenAgent;
  /** True if the disk refused the last changes of the agent who locked. */
  readonly isUnsaved: boolean;
  readonly onUnlocked: (agent: string) => void;
  readonly onForgot: () => void;
}

/** Asks for the agent's PIN, fingerprint or both, depending on the agent's unlock methods. */
function Unlocking(props: UnlockingProps) {
  const { methods } = props.agent;
  if (!methods.includes('fingerprint')) return <UnlockByPin {...props} />;
  if (!methods.includes('pin')) return <UnlockByFingerprint {...props} />;
  return (
    <Stack>
      <UnlockByPin {...props} />
      <PasskeyButton {...props} variant="secondary" />
    </Stack>
  );
}

function UnlockByFingerprint(props: UnlockingProps) {
  const t = lockText();
  return (
    <Stack>
      <p>{t.fingerprintHint}</p>
      <PasskeyButton {...props} isAlone variant="primary" />
      <div className={styles['side']}>
        <Button onClick={props.onForgot} variant="quiet">
          {t.fingerprintFails}
        </Button>
      </div>
    </Stack>
  );
}

function UnlockByPin({ lock, agent, isUnsaved, onUnlocked, onForgot }: UnlockingProps) {
  const t = lockText();
  const [pin, setPin] = useState('');
  const [isKeyboard, setIsKeyboard] = useState(agent.pinHasLetters);
  const field = useRef<HTMLInputElement>(null);
  const trying = useUnlockAttempt(agent.notBefore);
  useEffect(() => focusUnlessChoosing(field.current), []);

  function unlock() {
    field.current?.focus();
    if (pin === '') return trying.say(t.pinMissing);
    trying.run(async () => {
      const result = await lock.unlock(agent.id, 'pin', pin);
      if (result.status === 'unlocked') onUnlocked(agent.id);
      else if (result.status === 'wrong') setPin('');
      return unlockProblem(result, isUnsaved);
    });
  }

  return (
    <LockForm
      onSubmit={unlock}
      others={
        <div className={styles['side']}>
          <Button onClick={onForgot} variant="quiet">
            {t.forgot}
          </Button>
          <Button
            aria-pressed={isKeyboard}
            onClick={() => {
              setIsKeyboard(!isKeyboard);
              field.current?.focus();
            }}
            variant="quiet"
          >
            {t.letters}
          </Button>
        </div>
      }
      submitLabel={t.unlock}
      trying={trying}
    >
      <PinField
        error={trying.problem}
        hasLetters={isKeyboard}
        label={t.pin}
        onChange={setPin}
        ref={field}
        value={pin}
      />
    </LockForm>
  );
}

// Loaded on demand: it is rarely needed, and the code for choosing a PIN is as large as the rest.
const Forgotten = lazyComponent(
  async () => (await import('./forgotten-pin.tsx')).Forgotten,
  () => <Spinner label={lockText().opening} />,
);

export interface LockScreenProps {
  readonly lock: LockStore;
  readonly store: Store;
  readonly agents: readonly LockScreenAgent[];
  /** The agent who unlocked this phone last. Null if unknown. */
  readonly last: string | null;
  readonly isUnsaved: boolean;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartedAgain: () => void;
}

/** Lists the agents and asks the chosen one to unlock. */
function LockSheet({
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
  const sending = useStored(() => store.queries.sending(), [store]);
  const pause = pauseOf(sending?.hold ?? null);
  const waits =
    pause === null
      ? count(sending?.needsUnlock ? t.needsUnlock : t.waiting, waiting)
      : count(t.paused, waiting, { reason: pauseText()[pause] });
  const [chosen, setChosen] = useState(last);
  const [isForgotten, setIsForgotten] = useState(false);
  const [first, ...others] = agents;
  // With several agents, one must be chosen first: a PIN typed for another agent would count as wrong.
  const agent = others.length === 0 ? first : agents.find(({ id }) => id === chosen);
  return (
    <div className={styles['sheet']}>
      <div className={styles['head']}>
        <span className={styles['mark']}>
          <IconLock />
        </span>
        <h1>{t.locked}</h1>
        {waiting > 0 && sending !== undefined ? <p>{waits}</p> : null}
      </div>
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
          isShared={others.length > 0}
          isUnsaved={isUnsaved}
          key={agent.id}
          lock={lock}
          onBack={() => setIsForgotten(false)}
          onStartedAgain={() => {
            // Otherwise this screen would offer to start again for the next agent.
            setIsForgotten(false);
            setChosen(null);
            onStartedAgain();
          }}
          onUnlocked={onUnlocked}
        />
      ) : (
        <Unlocking
          agent={agent}
          isUnsaved={isUnsaved}
          key={agent.id}
          lock={lock}
          onForgot={() => setIsForgotten(true)}
          onUnlocked={onUnlocked}
        />
      )}
    </div>
  );
}

/** Shown instead of every screen that is not public. */
export const LockScreen = (props: LockScreenProps) => (
  <Page>
    <LockSheet {...props} />
  </Page>
);

/** The lock button in the bar. If several agents share the phone, the button shows the unlocked agent's name. */
export function LockNow({
  label,
  onLock,
}: {
  readonly label: string | null;
  readonly onLock: () => void;
}) {
  const t = lockText();
  const name = label === null ? t.lockNow : format(t.lockNowOf, { label });
  return (
    <button aria-label={name} className={styles['now']} onClick={onLock} title={name} type="button">
      {label === null ? null : <span className={styles['own']}>{label}</span>}
      <IconLock />
    </button>
  );
}

/**
 * Shown on Home, which stays public and shows no customer data. 'Unlock' asks for the PIN on Home itself, so that Home
 * opens afterwards.
 */
export function LockedHome(props: LockScreenProps) {
  const t = lockText();
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked)
    return (
      <div className={styles['ask']}>
        <LockSheet {...props} />
      </div>
    );
  return (
    <Panel heading={t.locked}>
      <p>{t.homeLocked}</p>
      <button className={styles['unlock']} onClick={() => setIsAsked(true)} type="button">
        {t.unlock}
      </button>
    </Panel>
  );
}
