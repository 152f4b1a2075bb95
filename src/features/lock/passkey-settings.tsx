import { useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { problemAfter, setProblem } from './lock-facts.ts';
import { LockForm, UnlockErrorText } from './lock-form.tsx';
import { CodeDialog } from './recovery-code.tsx';
import { ConfirmWithPin } from './set-lock.tsx';
import { useUnlockAttempt } from './use-unlock-attempt.ts';

interface PasskeyProps {
  readonly lock: LockStore;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets a lock without a PIN: what unlocks the phone, then the recovery code. Nothing is kept before its last step. */
export function UseFingerprint({ lock, onDone, onClose }: PasskeyProps) {
  const t = lockSettingsText();
  const [prepared, setPrepared] = useState<PreparedCode>();
  const trying = useUnlockAttempt(null);
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
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.useFingerprint}
    >
      <p>{t.useFingerprintDetail}</p>
      <LockForm onSubmit={prepare} others={null} submitLabel={t.next} trying={trying}>
        <UnlockErrorText problem={trying.problem} />
      </LockForm>
    </Dialog>
  );
}

/** Beside the PIN. */
export function AddFingerprint({
  lock,
  hasLetters,
  onDone,
  onClose,
}: PasskeyProps & { readonly hasLetters: boolean }) {
  const t = lockSettingsText();
  return (
    <ConfirmWithPin
      hasLetters={hasLetters}
      hasPin
      onClose={onClose}
      submitLabel={t.addFingerprint}
      title={t.addFingerprint}
      work={async (proof) =>
        // It is asked for a PIN here.
        typeof proof === 'string' ? problemAfter(await lock.addFingerprint(proof), onDone) : null
      }
    >
      <p>{t.addFingerprintDetail}</p>
    </ConfirmWithPin>
  );
}

/** Returns to the PIN alone. Every agent who has unlocked Veld may do this. */
export function RemoveFingerprint({ lock, onDone, onClose }: PasskeyProps) {
  const t = lockSettingsText();
  const trying = useUnlockAttempt(null);
  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.removeFingerprint}
    >
      <p>{t.removeFingerprintDetail}</p>
      <LockForm
        isDanger
        onSubmit={() =>
          trying.run(async () => problemAfter(await lock.removeFingerprint(), onDone))
        }
        others={null}
        submitLabel={t.removeFingerprint}
        trying={trying}
      >
        <UnlockErrorText problem={trying.problem} />
      </LockForm>
    </Dialog>
  );
}
