import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BackUp } from '../features/rescue/back-up.tsx';
import type { ExportDialogProps } from '../features/rescue/rescue-dialogs.tsx';
import type { Services } from '../services/services.ts';
import { lazyComponent } from '../ui/frame/lazy-component.tsx';

/** The export function of the dialog. It is rarely used, so its code is loaded on demand. */
const exportDialogFor =
  (sync: Services['sync']): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const [{ ports }, { exportRescue }] = await Promise.all([
      sync(),
      import('../sync/rescue/export-rescue.ts'),
    ]);
    return exportRescue(ports, passphrase);
  };

const root = getRouteApi('__root__');

/** The export and import of unsent submissions. */
export function Rescue({ services: { sync } }: { readonly services: Services }) {
  const { wake } = root.useRouteContext();
  return (
    <BackUp
      exportUnsent={exportDialogFor(sync)}
      importFile={async (file, passphrase) => {
        const [{ ports }, { importRescue }] = await Promise.all([
          sync(),
          import('../sync/rescue/import-rescue.ts'),
        ]);
        const result = await importRescue(ports, file, passphrase);
        wake();
        return result;
      }}
    />
  );
}

const ExportDialog = lazyComponent(
  async () => (await import('../features/rescue/rescue-dialogs.tsx')).ExportDialog,
);

/** The dialog 'Export unsent' for screens of other features. Its code is loaded on demand. */
export const exportDialogWith =
  (sync: Services['sync']) =>
  (onClose: () => void): ReactNode => (
    <ExportDialog exportUnsent={exportDialogFor(sync)} onClose={onClose} />
  );
