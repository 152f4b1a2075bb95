import type { ReactNode } from 'react';
import type { ExportDialogProps } from '../features/rescue/rescue-dialogs.tsx';
import type { Services } from '../services/services.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';

/** Exports the unsent forms into a file. It is rarely used, so its code is loaded on demand. */
export const exportUnsentWith =
  (sync: Services['sync']): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const [{ ports }, { exportRescue }] = await Promise.all([
      sync(),
      import('../sync/rescue/export-rescue.ts'),
    ]);
    return exportRescue(ports, passphrase);
  };

const ExportDialog = lazyComponent(
  async () => (await import('../features/rescue/rescue-dialogs.tsx')).ExportDialog,
);

/** The dialog 'Export unsent' for screens of other features. Its code is loaded on demand. */
export const exportDialogWith =
  (sync: Services['sync']) =>
  (onClose: () => void): ReactNode => (
    <ExportDialog exportUnsent={exportUnsentWith(sync)} onClose={onClose} />
  );
