import { useState } from 'react';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock-port.ts';
import { AskOwner } from './ask-owner.tsx';
import { CodeDialog } from './code-steps.tsx';
import { problemAfter, setProblem } from './set-problem.ts';
import { useNewPin } from './use-new-pin.tsx';

export interface ChangeProps {
  readonly lock: LockStore;
  /** Else a fingerprint opens it. */
  readonly hasPin: boolean;
  readonly hasLetters: boolean;
  readonly onClose: () => void;
}

/** Another PIN in the place of the one that there is; or the first one. */
export function ChangePin({
  lock,
  onDone,
  ...props
}: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  const newPin = useNewPin();
  const label = props.hasPin ? t.changePin : t.addPin;
  return (
    <AskOwner
      {...props}
      newPin={newPin}
      submitLabel={label}
      title={label}
      work={async (proof) => problemAfter(await lock.changePin(proof, newPin.pin), onDone)}
    />
  );
}

/** Another recovery code. */
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
    <AskOwner
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
    </AskOwner>
  );
}

/** No lock any more. */
export function TurnOff({ lock, onDone, ...props }: ChangeProps & { readonly onDone: () => void }) {
  const t = lockSettingsText();
  return (
    <AskOwner
      {...props}
      isDanger
      submitLabel={t.turnOff}
      title={t.turnOff}
      work={async (proof) => problemAfter(await lock.removeLock(proof), onDone)}
    >
      <p>{t.turnOffDetail}</p>
    </AskOwner>
  );
}
