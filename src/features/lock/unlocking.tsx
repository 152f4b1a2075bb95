import { useEffect, useRef, useState } from 'react';
import { lockText } from '../../messages/lock.ts';
import type { AgentAtLock, LockStore } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { FingerButton } from './finger-button.tsx';
import { focusUnlessChoosing } from './focus-unless-choosing.ts';
import styles from './lock.module.css';
import { LockForm } from './lock-form.tsx';
import { PinField } from './pin-field.tsx';
import { unlockProblem } from './try-problem.ts';
import { useTry } from './use-try.ts';

export interface UnlockingProps {
  readonly lock: LockStore;
  readonly agent: AgentAtLock;
  readonly onUnlocked: (agent: string) => void;
  readonly onForgot: () => void;
}

/** Asks for what opens it. */
export function Unlocking(props: UnlockingProps) {
  const { ways } = props.agent;
  if (!ways.includes('fingerprint')) return <UnlockByPin {...props} />;
  if (!ways.includes('pin')) return <UnlockByFinger {...props} />;
  return (
    <Stack>
      <UnlockByPin {...props} />
      <FingerButton {...props} variant="secondary" />
    </Stack>
  );
}

/** There is no PIN. */
function UnlockByFinger(props: UnlockingProps) {
  const t = lockText();
  return (
    <Stack>
      <p>{t.fingerHint}</p>
      <FingerButton {...props} isAlone variant="primary" />
      <div className={styles['side']}>
        <Button onClick={props.onForgot} variant="quiet">
          {t.fingerFails}
        </Button>
      </div>
    </Stack>
  );
}

function UnlockByPin({ lock, agent, onUnlocked, onForgot }: UnlockingProps) {
  const t = lockText();
  const [pin, setPin] = useState('');
  const [isKeyboard, setIsKeyboard] = useState(agent.pinHasLetters);
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(agent.notBefore);
  useEffect(() => focusUnlessChoosing(field.current), []);

  function unlock() {
    field.current?.focus();
    if (pin === '') return trying.say(t.pinMissing);
    trying.run(async () => {
      const result = await lock.unlock(agent.id, 'pin', pin);
      if (result.status === 'unlocked') onUnlocked(agent.id);
      else if (result.status === 'wrong') setPin('');
      return unlockProblem(result);
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
