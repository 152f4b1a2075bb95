import { useEffect, useRef, useState } from 'react';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './lock.module.css';
import { LockForm } from './lock-form.tsx';
import { setProblem } from './set-problem.ts';
import { TryError } from './try-error.tsx';
import { unlockProblem } from './try-problem.ts';
import { useNewPin } from './use-new-pin.tsx';
import { useTry } from './use-try.ts';

export interface RecoveryProps {
  readonly lock: LockStore;
  readonly agent: string;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartAgain: () => void;
  readonly onBack: () => void;
}

/** The PIN is forgotten: with the code from the paper a new one is set. */
export function Recovery({ lock, agent, onUnlocked, onStartAgain, onBack }: RecoveryProps) {
  const t = lockSettingsText();
  const [code, setCode] = useState('');
  const [isRight, setIsRight] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(null);
  useEffect(() => field.current?.focus(), []);

  function open() {
    field.current?.focus();
    if (code.trim() === '') return trying.say(t.recoveryMissing);
    trying.run(async () => {
      const result = await lock.unlock(agent, 'recovery', code);
      setIsRight(result.status === 'unlocked');
      return result.status === 'wrong'
        ? { text: t.recoveryWrong, until: null }
        : unlockProblem(result);
    });
  }

  if (isRight) return <PinAfterRecovery agent={agent} lock={lock} onUnlocked={onUnlocked} />;
  return (
    <>
      <h2>{t.recoveryTitle}</h2>
      <LockForm
        onSubmit={open}
        others={
          <div className={styles['side']}>
            <Button onClick={onBack} variant="quiet">
              {lockText().back}
            </Button>
            <Button onClick={onStartAgain} variant="quiet">
              {t.noCode}
            </Button>
          </div>
        }
        submitLabel={t.recoveryGoOn}
        trying={trying}
      >
        <TextField
          autoCapitalize="characters"
          error={trying.problem}
          hint={t.recoveryHint}
          label={t.recoveryCode}
          onChange={setCode}
          ref={field}
          spellCheck={false}
          value={code}
        />
      </LockForm>
    </>
  );
}

function PinAfterRecovery({
  lock,
  agent,
  onUnlocked,
}: Pick<RecoveryProps, 'lock' | 'agent' | 'onUnlocked'>) {
  const t = lockSettingsText();
  const { pin, check, fields } = useNewPin();
  const trying = useTry(null);

  function save() {
    if (!check()) return;
    trying.run(async () => {
      const result = await lock.newPinAfterRecovery(pin);
      if (result.status === 'done') onUnlocked(agent);
      return setProblem(result);
    });
  }

  return (
    <>
      <h2 role="status">{t.recoveryNewPin}</h2>
      <LockForm onSubmit={save} others={null} submitLabel={t.savePin} trying={trying}>
        <TryError problem={trying.problem} />
        {fields}
      </LockForm>
    </>
  );
}
