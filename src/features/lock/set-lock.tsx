import { type ReactNode, useRef, useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode, Proof } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { problemAfter, setProblem } from './lock-facts.ts';
import { LockForm, PinField, UnlockErrorText } from './lock-form.tsx';
import { CodeDialog, CodeSteps } from './recovery-code.tsx';
import { type NewPin, useNewPin } from './use-new-pin.tsx';
import { type UnlockError, useUnlockAttempt } from './use-unlock-attempt.ts';

export interface SetLockProps {
  readonly lock: LockStore;
  readonly onDone: () => void;
  /** Puts a step into a page or a dialog. */
  readonly frame: (title: string, step: ReactNode) => ReactNode;
}

/** Sets a lock: a PIN, then the recovery code, then its end. Nothing is stored before the last step. */
export function SetLock({ lock, onDone, frame }: SetLockProps) {
  const t = lockSettingsText();
  const { pin, check, fields } = useNewPin({ takesFocus: true });
  const [prepared, setPrepared] = useState<PreparedCode>();
  const trying = useUnlockAttempt(null);

  function prepare() {
    if (!check()) return;
    trying.run(async () => {
      const result = await lock.prepareLock(pin);
      if (result.status !== 'ready') return setProblem(result);
      setPrepared(result);
      return null;
    });
  }

  if (prepared !== undefined)
    return frame(
      t.codeTitle,
      <CodeSteps endLabel={t.turnOn} onDone={onDone} prepared={prepared} />,
    );
  return frame(
    t.setPin,
    <LockForm onSubmit={prepare} others={null} submitLabel={t.next} trying={trying}>
      <UnlockErrorText problem={trying.problem} />
      {fields}
    </LockForm>,
  );
}

/** The page 'Set a PIN'. Its first step needs no heading, because the page's title is the same. */
export const SetLockPage = (props: Omit<SetLockProps, 'frame'>) => (
  <SetLock
    {...props}
    frame={(title, step) => (
      <>
        {title === lockSettingsText().setPin ? null : <h2>{title}</h2>}
        {step}
      </>
    )}
  />
);

export interface AskOwnerProps {
  readonly title: string;
  /** False if the phone asks for the fingerprint instead. */
  readonly hasPin: boolean;
  readonly hasLetters: boolean;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
  /** The new PIN, if the dialog also asks for one. */
  readonly newPin?: NewPin;
  /** Makes the change. Resolves to null if it succeeded. */
  readonly work: (proof: Proof) => Promise<UnlockError | null>;
  readonly onClose: () => void;
}

/** Asks for the PIN or fingerprint before the lock is changed. */
export function ConfirmWithPin({
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
  const trying = useUnlockAttempt(null);

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
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
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
            <UnlockErrorText problem={trying.problem} />
            <p>{t.askFingerprint}</p>
          </>
        )}
        {newPin?.fields}
      </LockForm>
    </Dialog>
  );
}

export interface ChangeProps {
  readonly lock: LockStore;
  /** False if only a fingerprint unlocks. */
  readonly hasPin: boolean;
  readonly hasLetters: boolean;
  readonly onClose: () => void;
}

/** Replaces the PIN, or sets the first one. */
export function ChangePin({
  lock,
  onDone,
  ...props
}: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  const newPin = useNewPin();
  const label = props.hasPin ? t.changePin : t.addPin;
  return (
    <ConfirmWithPin
      {...props}
      newPin={newPin}
      submitLabel={label}
      title={label}
      work={async (proof) => problemAfter(await lock.changePin(proof, newPin.pin), onDone)}
    />
  );
}

export function NewCode({ lock, onDone, ...props }: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  const [prepared, setPrepared] = useState<PreparedCode>();
  if (prepared !== undefined)
    return (
      <CodeDialog
        endLabel={t.newCode}
        onClose={props.onClose}
        onDone={onDone}
        prepared={prepared}
      />
    );
  return (
    <ConfirmWithPin
      {...props}
      submitLabel={t.next}
      title={t.newCode}
      work={async (proof) => {
        const result = await lock.prepareNewCode(proof);
        if (result.status !== 'ready') return setProblem(result);
        setPrepared(result);
        return null;
      }}
    >
      <p>{t.newCodeDetail}</p>
    </ConfirmWithPin>
  );
}

export function TurnOff({ lock, onDone, ...props }: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  return (
    <ConfirmWithPin
      {...props}
      isDanger
      submitLabel={t.turnOff}
      title={t.turnOff}
      work={async (proof) => problemAfter(await lock.removeLock(proof), onDone)}
    >
      <p>{t.turnOffDetail}</p>
    </ConfirmWithPin>
  );
}
