import { type ReactNode, useRef, useState } from 'react';
import { pinFault } from '../../domain/pin.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import { Button } from '../../ui/content/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import styles from './lock.module.css';

export type NewPin = Readonly<{
  pin: string;
  /**
   * Checks the new PIN. Returns true if it is acceptable. Otherwise shows the error and moves the focus to its field.
   */
  check: () => boolean;
  fields: ReactNode;
}>;

type Problems = Readonly<{ first?: string; second?: string }>;

function problemsOf(pin: string, again: string): Problems {
  const t = lockSettingsText();
  const fault = pinFault(pin);
  if (fault !== null) return { first: t.fault[fault] };
  return pin === again ? {} : { second: t.notTheSame };
}

/** The fields for a new PIN or password, which is typed twice. */
export function useNewPin({ takesFocus = false } = {}): NewPin {
  const t = lockSettingsText();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [isKeyboard, setIsKeyboard] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const firstField = useRef<HTMLInputElement>(null);
  const secondField = useRef<HTMLInputElement>(null);
  const native = {
    autoCapitalize: 'none',
    inputMode: isKeyboard ? undefined : 'numeric',
    spellCheck: false,
    type: isShown ? 'text' : 'password',
  } as const;

  return {
    pin,
    check() {
      const found = problemsOf(pin, again);
      setProblems(found);
      if (found.first) firstField.current?.focus();
      else if (found.second) secondField.current?.focus();
      return !found.first && !found.second;
    },
    fields: (
      <>
        <TextField
          {...native}
          autoFocus={takesFocus}
          error={problems.first}
          hint={t.newPinHint}
          label={t.newPin}
          onChange={setPin}
          ref={firstField}
          value={pin}
        />
        <TextField
          {...native}
          error={problems.second}
          label={t.newPinAgain}
          onChange={setAgain}
          ref={secondField}
          value={again}
        />
        <div className={styles['side']}>
          <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)} variant="quiet">
            {t.showPin}
          </Button>
          <Button
            aria-pressed={isKeyboard}
            onClick={() => setIsKeyboard(!isKeyboard)}
            variant="quiet"
          >
            {t.useLetters}
          </Button>
        </div>
      </>
    ),
  };
}
