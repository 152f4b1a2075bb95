import { useState } from 'react';
import type { SubmissionId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { correctionText, verdictText } from '../../../messages/captured.ts';
import { format } from '../../../messages/text.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { simTailOf } from './submission-text.ts';

/** Opens the form of the correction. Rejects if the correction could not begin. */
export type StartCorrection = (returned: SubmissionId) => Promise<void>;

export interface StartCorrectionDialogProps {
  readonly submission: Submission;
  readonly onStart: StartCorrection;
  readonly onClose: () => void;
}

/** Asks before a correction begins, because the customer must be there. */
export function StartCorrectionDialog({
  submission,
  onStart,
  onClose,
}: StartCorrectionDialogProps) {
  const t = correctionText();
  const [busy, setBusy] = useState(false);
  const { formId, id } = submission;
  const tail = simTailOf(submission);
  const reference = formId === null ? null : referenceOf(formId);

  async function start() {
    setBusy(true);
    await onStart(id).catch(() => {
      notify(t.notBegun, { kind: 'warning' });
      onClose();
    });
  }

  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={() => void start()} variant="primary">
            {t.confirm}
          </Button>
          <Button onClick={onClose}>{t.notNow}</Button>
        </>
      }
      onClose={onClose}
      open
      title={reference === null ? verdictText().returned : format(t.title, { reference })}
    >
      <p>{t.detail}</p>
      <p>{tail === '' ? t.needsAny : format(t.needs, { tail })}</p>
    </Dialog>
  );
}
