import { type ReactNode, useRef, useState } from 'react';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeSteps } from './code-steps.tsx';
import { LockForm } from './lock-form.tsx';
import { PinField } from './pin-field.tsx';
import { type SetResult, setProblem } from './set-problem.ts';
import type { TryProblem } from './try-problem.ts';
import { type NewPin, useNewPin } from './use-new-pin.tsx';
import { useTry } from './use-try.ts';

interface ChangeProps {
  readonly lock: LockStore;
  readonly hasLetters: boolean;
  readonly onClose: () => void;
}

interface AskProps {
  readonly title: string;
  readonly hasLetters: boolean;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
  /** Where the new one is chosen as well. */
  readonly newPin?: NewPin;
  /** Whatever becomes of it: null where it worked. */
  readonly work: (pin: string) => Promise<TryProblem | null>;
  readonly onClose: () => void;
}

/** Asks for the PIN that there is, before anything of the lock is changed. */
function AskPin({
  title,
  hasLetters,
  submitLabel,
  isDanger = false,
  children,
  newPin,
  work,
  onClose,
}: AskProps) {
  const t = lockSettingsText();
  const [pin, setPin] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(null);

  function ask() {
    if (pin === '') {
      field.current?.focus();
      return trying.say(lockText().pinMissing);
    }
    if (newPin?.check() === false) return;
    trying.run(() => work(pin));
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
        <PinField
          error={trying.problem}
          hasLetters={hasLetters}
          label={t.pinNow}
          onChange={setPin}
          ref={field}
          value={pin}
        />
        {newPin?.fields}
      </LockForm>
    </Dialog>
  );
}

const after = (result: SetResult, done: () => void): TryProblem | null => {
  const problem = setProblem(result);
  if (problem === null) done();
  return problem;
};

/** Another PIN in the place of the one that there is. */
export function ChangePin({
  lock,
  hasLetters,
  onDone,
  onClose,
}: ChangeProps & { readonly onDone: (hasLetters: boolean) => void }) {
  const t = lockSettingsText();
  const newPin = useNewPin();
  return (
    <AskPin
      hasLetters={hasLetters}
      newPin={newPin}
      onClose={onClose}
      submitLabel={t.changePin}
      title={t.changePin}
      work={async (pin) =>
        after(await lock.changePin(pin, newPin.pin), () => onDone(newPin.hasLetters))
      }
    />
  );
}

/** Another recovery code. */
export function NewCode({
  lock,
  hasLetters,
  onDone,
  onClose,
}: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  const [prepared, setPrepared] = useState<PreparedCode>();
  if (prepared !== undefined)
    return (
      <Dialog
        actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
        onClose={onClose}
        open
        title={t.codeTitle}
      >
        <CodeSteps endLabel={t.newCode} onDone={onDone} prepared={prepared} />
      </Dialog>
    );
  return (
    <AskPin
      hasLetters={hasLetters}
      onClose={onClose}
      submitLabel={t.next}
      title={t.newCode}
      work={async (pin) => {
        const result = await lock.prepareNewCode(pin);
        if (result.status !== 'ready') return setProblem(result);
        setPrepared(result);
        return null;
      }}
    >
      <p>{t.newCodeDetail}</p>
    </AskPin>
  );
}

/** No lock any more. */
export function TurnOff({
  lock,
  hasLetters,
  onDone,
  onClose,
}: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  return (
    <AskPin
      hasLetters={hasLetters}
      isDanger
      onClose={onClose}
      submitLabel={t.turnOff}
      title={t.turnOff}
      work={async (pin) => after(await lock.removeLock(pin), onDone)}
    >
      <p>{t.turnOffDetail}</p>
    </AskPin>
  );
}
