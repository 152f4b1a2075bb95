import { type ReactNode, useRef, useState } from 'react';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { Proof } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LockForm } from './lock-form.tsx';
import { PinField } from './pin-field.tsx';
import { TryError } from './try-error.tsx';
import type { TryProblem } from './try-problem.ts';
import type { NewPin } from './use-new-pin.tsx';
import { useTry } from './use-try.ts';

export interface AskOwnerProps {
  readonly title: string;
  /** Else the phone is asked for its owner. */
  readonly hasPin: boolean;
  readonly hasLetters: boolean;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
  /** Where a new one is chosen as well. */
  readonly newPin?: NewPin;
  /** Whatever becomes of it: null where it worked. */
  readonly work: (proof: Proof) => Promise<TryProblem | null>;
  readonly onClose: () => void;
}

/** Asks for what opens the lock, before anything of it is changed. */
export function AskOwner({
  title,
  hasPin,
  hasLetters,
  submitLabel,
  isDanger = false,
  children,
  newPin,
  work,
  onClose,
}: AskOwnerProps) {
  const t = lockSettingsText();
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(null);

  function ask() {
    if (hasPin && pin === '') {
      field.current?.focus();
      return trying.say(lockText().pinMissing);
    }
    if (newPin?.check() === false) return;
    trying.run(() => work(hasPin ? pin : { by: 'fingerprint' }));
  }

  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={title}
    >
      {children}
      <LockForm
        isDanger={isDanger}
        onSubmit={ask}
        others={null}
        submitLabel={submitLabel}
        trying={trying}
      >
        {hasPin ? (
          <PinField
            error={trying.problem}
            hasLetters={hasLetters}
            label={t.pinNow}
            onChange={setPin}
            ref={field}
            value={pin}
          />
        ) : (
          <>
            <TryError problem={trying.problem} />
            <p>{t.askFinger}</p>
          </>
        )}
        {newPin?.fields}
      </LockForm>
    </Dialog>
  );
}
