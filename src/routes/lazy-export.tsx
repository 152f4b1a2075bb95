import type { ReactNode } from 'react';
import type { Services } from '../services/services.ts';
import { latePart } from '../ui/late-part.tsx';
import { exportWith } from './export-unsent.ts';

const ExportDialog = latePart(
  async () => (await import('../features/rescue/export-dialog.tsx')).ExportDialog,
);

/** The dialog 'Export unsent' for screens of other features; its code is loaded on demand. */
export const exportDialogWith =
  (sync: Services['sync']) =>
  (onClose: () => void): ReactNode => (
    <ExportDialog exportUnsent={exportWith(sync)} onClose={onClose} />
  );
