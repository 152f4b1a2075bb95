import { type ReactNode, useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { IconDownload, IconTrash } from '../../ui/more-icons.tsx';
import { notify } from '../../ui/toasts.ts';
import type { OutboxActions } from './actions.ts';

/** What can be done with an entry that nothing can draw. */
export type OddActions = Readonly<{
  /** The dialog 'Export unsent', another feature's; it calls `onClose` when it is done with. */
  exportDialog: (onClose: () => void) => ReactNode;
  remove: OutboxActions['remove'];
}>;

export type OddButtonsProps = OddActions & Readonly<{ id: SubmissionId; onDeleted?: () => void }>;

export function OddButtons({ id, exportDialog, remove, onDeleted }: OddButtonsProps) {
  const [asked, setAsked] = useState<'export' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const deleted = await remove(id).catch(() => false);
    setBusy(false);
    setAsked(null);
    if (deleted) {
      notify('Deleted from this phone.');
      onDeleted?.();
    } else notify('It was not deleted. Close Veld, open it and try again.', { kind: 'warning' });
  }

  return (
    <>
      <Button icon={<IconDownload />} onClick={() => setAsked('export')}>
        Export
      </Button>
      <Button icon={<IconTrash />} onClick={() => setAsked('delete')} variant="quiet">
        Delete
      </Button>
      {asked === 'export' ? exportDialog(() => setAsked(null)) : null}
      <ConfirmDialog
        busy={busy}
        confirmLabel="Delete for good"
        danger
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
        open={asked === 'delete'}
        title="Delete this entry?"
      >
        <p>
          What was typed, the photos and the signature in it leave this phone. What the server has
          of it stays there. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
