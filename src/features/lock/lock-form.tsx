import { type ReactNode, type Ref, useState } from 'react';
import { lockText } from '../../messages/lock.ts';
import { formatParts } from '../../messages/text.ts';
import { Button } from '../../ui/content/button.tsx';
import { useNow } from '../../ui/content/use-now.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { Stack } from '../../ui/frame/page.tsx';
import styles from './lock.module.css';
import type { UnlockAttempt } from './use-unlock-attempt.ts';

/** The remaining wait for a countdown: '0:28', '59:07'. Never negative. */
export function waitTime(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Counts down the remaining wait. A screen reader reads it once, not each second. */
function Countdown({ until }: { readonly until: number }) {
  return <time role="timer">{waitTime(until, useNow(500))}</time>;
}

export interface LockFormProps {
  readonly trying: UnlockAttempt;
  /** Called when the person presses the button or Enter. */
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
  /** Other buttons, below the submit button. */
  readonly others: ReactNode;
}

/** A form with one submit button, which Enter also presses. While the agent must wait, a countdown is shown. */
export function LockForm({
  trying,
  onSubmit,
  submitLabel,
  isDanger = false,
  children,
  others,
}: LockFormProps) {
  const { isBusy, until } = trying;
  return (
    <form
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      <Stack>
        {children}
        {until === null ? null : (
          <p className={styles['wait']} role="status">
            {formatParts(lockText().wait, { time: <Countdown key="time" until={until} /> })}
          </p>
        )}
        <Button
          block
          busy={isBusy}
          disabled={until !== null}
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
        >
          {submitLabel}
          {until === null ? null : (
            <span aria-hidden="true">
              <Countdown until={until} />
            </span>
          )}
        </Button>
        {others}
      </Stack>
    </form>
  );
}

export interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
  /** True if the keyboard needs letters. Digits are faster to type on a number keypad. */
  readonly hasLetters: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function PinField({ hasLetters, ...field }: PinFieldProps) {
  const t = lockText();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...field}
      action={
        <Button aria-pressed={isShown} onClick={() => setIsShown(!isShown)} variant="quiet">
          {t.show}
        </Button>
      }
      autoCapitalize="none"
      className={styles['pin']}
      inputMode={hasLetters ? undefined : 'numeric'}
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
    />
  );
}

/** An error that does not belong to a single field. */
export function UnlockErrorText({ problem }: { readonly problem: string }) {
  return problem === '' ? null : <Banner kind="error">{problem}</Banner>;
}
