import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { IconDownload, IconTrash, IconWarning } from '../../ui/icons.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.ts';
import type { OutboxActions } from './actions.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

/** What can be done with an entry that nothing can draw. */
export type OddActions = Readonly<{
  exportUnsent: ExportDialogProps['exportUnsent'];
  remove: OutboxActions['remove'];
}>;

export const oddTitle = 'This entry cannot be shown';
const oddWords =
  'Something in it is not as this version of Veld writes it. It is still on this phone. Update Veld, or export it for support, before you delete it.';

type OddButtonsProps = OddActions & Readonly<{ id: SubmissionId; onDeleted?: () => void }>;

function OddButtons({ id, exportUnsent, remove, onDeleted }: OddButtonsProps) {
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
      {asked === 'export' ? (
        <Suspense>
          <ExportDialog exportUnsent={exportUnsent} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
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

/** In a list, in the place of a row that could not be drawn. */
export function OddRow(props: OddButtonsProps): ReactNode {
  return (
    <ListRow
      actions={<OddButtons {...props} />}
      detail={oddWords}
      icon={<IconWarning />}
      title={oddTitle}
    />
  );
}

/** In the place of the page of a submission that could not be drawn. */
export function OddPage(props: OddButtonsProps): ReactNode {
  return (
    <Page>
      <PageTitle>{oddTitle}</PageTitle>
      <p>{oddWords}</p>
      <OddButtons {...props} />
    </Page>
  );
}
