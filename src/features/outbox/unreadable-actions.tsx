import { type ReactNode, useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { deletionText } from '../../messages/submission.ts';
import type { KeyLost } from '../../store/lists/outbox-queries.ts';
import { Button } from '../../ui/content/button.tsx';
import { GetHelp } from '../../ui/frame/get-help.tsx';
import { IconDownload, IconTrash } from '../../ui/frame/more-icons.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import type { OutboxActions } from './outbox-context.ts';

export type UnreadablePorts = Readonly<{
  /** The dialog 'Export unsent' of another feature. The dialog calls `onClose` when it is closed. */
  exportDialog: (onClose: () => void) => ReactNode;
  remove: OutboxActions['remove'];
}>;

export type UnreadableActionsProps = UnreadablePorts &
  Readonly<{
    id: SubmissionId;
    onDeleted?: () => void;
    /** If set, no key can open the entry, so there is nothing to export. */
    keyLost?: KeyLost | undefined;
  }>;

export function UnreadableActions({
  id,
  exportDialog,
  keyLost,
  remove,
  onDeleted,
}: UnreadableActionsProps) {
  const t = deletionText();
  const [asked, setAsked] = useState<'export' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const deleted = (await remove(id).catch(() => null)) === 'removed';
    setBusy(false);
    setAsked(null);
    if (deleted) {
      notify(t.deleted, { staysOnLeaving: true });
      onDeleted?.();
    } else notify(t.unreadableNotDeleted, { kind: 'warning' });
  }

  return (
    <>
      {keyLost === undefined ? (
        <Button icon={<IconDownload />} onClick={() => setAsked('export')}>
          {t.export}
        </Button>
      ) : null}
      <Button icon={<IconTrash />} onClick={() => setAsked('delete')} variant="quiet">
        {t.confirm}
      </Button>
      <GetHelp />
      {asked === 'export' ? exportDialog(() => setAsked(null)) : null}
      <ConfirmDialog
        busy={busy}
        confirmLabel={t.confirmForGood}
        danger
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
        open={asked === 'delete'}
        title={t.unreadable.title}
      >
        <p>{t.unreadable.lost}</p>
      </ConfirmDialog>
    </>
  );
}
