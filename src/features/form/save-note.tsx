import { count } from '../../messages/count.ts';
import { formText } from '../../messages/form.ts';
import type { SaveState } from './autosave.ts';

function saveText(status: SaveState['status']): string | null {
  const t = formText();
  switch (status) {
    case 'saving':
      return t.saving;
    case 'saved':
      return t.saved;
    case 'failed':
      return t.notSaved;
    case 'untouched':
    case 'ended':
      return null;
  }
}

/** 'Saved' once the disk has everything. Not read out with each keystroke; a failure is, by its notice. */
export function SaveNote({
  saving,
  preparing,
}: {
  readonly saving: SaveState;
  /** How many files a press waits for. */
  readonly preparing: number;
}) {
  return (
    <p aria-live="off" role="status">
      {preparing > 0 ? count(formText().waitingForFiles, preparing) : saveText(saving.status)}
    </p>
  );
}
