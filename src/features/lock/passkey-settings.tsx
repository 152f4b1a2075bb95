import { useState } from 'react';
import { controlsLaterText } from '../../messages/controls-lazy.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { problemAfter, setProblem } from './lock-facts.ts';
import { LockForm, TryError } from './lock-form.tsx';
import { CodeDialog } from './recovery-code.tsx';
import { AskOwner } from './set-lock.tsx';
import { useTry } from './use-unlock-attempt.ts';

interface FingerProps {
  readonly lock: LockStore;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets a lock without a PIN: what unlocks the phone, then the recovery code. Nothing is kept before its last step. */
export function UseFinger({ lock, onDone, onClose }: FingerProps) {
  const t = lockSettingsText();
  const [prepared, setPrepared] = useState<PreparedCode>();
  const trying = useTry(null);
  if (prepared !== undefined)
    return <CodeDialog endLabel={t.turnOn} onClose={onClose} onDone={onDone} prepared={prepared} />;

  function prepare() {
    trying.run(async () => {
      const result = await lock.prepareFingerprintLock();
      if (result.status !== 'ready') return setProblem(result);
      setPrepared(result);
      return null;
    });
  }

  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.useFinger}
    >
      <p>{t.useFingerDetail}</p>
      <LockForm onSubmit={prepare} others={null} submitLabel={t.next} trying={trying}>
        <TryError problem={trying.problem} />
      </LockForm>
    </Dialog>
  );
}

/** Beside the PIN. */
export function AddFinger({
  lock,
  hasLetters,
  onDone,
  onClose,
}: FingerProps & { readonly hasLetters: boolean }) {
  const t = lockSettingsText();
  return (
    <AskOwner
      hasLetters={hasLetters}
      hasPin
      onClose={onClose}
      submitLabel={t.addFinger}
      title={t.addFinger}
      work={async (proof) =>
        // It is asked for a PIN here.
        typeof proof === 'string' ? problemAfter(await lock.addFingerprint(proof), onDone) : null
      }
    >
      <p>{t.addFingerDetail}</p>
    </AskOwner>
  );
}

/** Returns to the PIN alone. Every agent who has unlocked Veld may do this. */
export function RemoveFinger({ lock, onDone, onClose }: FingerProps) {
  const t = lockSettingsText();
  const trying = useTry(null);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.removeFinger}
    >
      <p>{t.removeFingerDetail}</p>
      <LockForm
        isDanger
        onSubmit={() =>
          trying.run(async () => problemAfter(await lock.removeFingerprint(), onDone))
        }
        others={null}
        submitLabel={t.removeFinger}
        trying={trying}
      >
        <TryError problem={trying.problem} />
      </LockForm>
    </Dialog>
  );
}
