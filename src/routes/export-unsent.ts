import type { ExportDialogProps } from '../features/rescue/export-dialog.tsx';
import type { Services } from '../services/services.ts';

/** The export for the dialog. It is rarely needed, so its code is loaded on demand. */
export const exportWith =
  (sync: Services['sync']): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const [{ ports }, { exportRescue }] = await Promise.all([
      sync(),
      import('../sync/rescue/export-rescue.ts'),
    ]);
    return exportRescue(ports, passphrase);
  };
