import { useState } from 'react';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeDialog } from './code-steps.tsx';
import { LockForm } from './lock-form.tsx';
import { setProblem } from './set-problem.ts';
import { TryError } from './try-error.tsx';
import { useNewPin } from './use-new-pin.tsx';
import { useTry } from './use-try.ts';

export interface SetLockProps {
  readonly lock: LockStore;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Sets a lock: a PIN, then the recovery code. Nothing is kept before its last step. */
export function SetLock({ lock, onDone, onClose }: SetLockProps) {
  const t = lockSettingsText();
  const { pin, check, fields } = useNewPin();
  const [prepared, setPrepared] = useState<PreparedCode>();
  const trying = useTry(null);

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
    return <CodeDialog endLabel={t.turnOn} onClose={onClose} onDone={onDone} prepared={prepared} />;
  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.setPin}
    >
      <LockForm onSubmit={prepare} others={null} submitLabel={t.next} trying={trying}>
        <TryError problem={trying.problem} />
        {fields}
      </LockForm>
    </Dialog>
  );
}
