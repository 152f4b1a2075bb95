import { lazy, type ReactNode, Suspense } from 'react';
import type { Services } from '../services/services.ts';
import { exportWith } from './export-unsent.ts';

const ExportDialog = lazy(() =>
  import('../features/rescue/export-dialog.tsx').then((module) => ({
    default: module.ExportDialog,
  })),
);

/** The dialog 'Export unsent' for screens of other features; its code is loaded on demand. */
export const exportDialogWith =
  (sync: Services['sync']) =>
  (onClose: () => void): ReactNode => (
    <Suspense>
      <ExportDialog exportUnsent={exportWith(sync)} onClose={onClose} />
    </Suspense>
  );
