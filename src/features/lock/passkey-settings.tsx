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

/** Sets a lock without a PIN: a passkey, then the recovery code. Nothing is stored before the last step. */
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

/** Adds a passkey to a lock that has a PIN. */
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
        // With `hasPin`, the proof is always a PIN.
        typeof proof === 'string' ? problemAfter(await lock.addFingerprint(proof), onDone) : null
      }
    >
      <p>{t.addFingerprintDetail}</p>
    </ConfirmWithPin>
  );
}

/** Removes the passkey, so that only the PIN unlocks. Every unlocked agent may do this. */
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
