import type { ExportDialogProps } from '../features/rescue/export-dialog.tsx';
import type { Services } from '../services/services.ts';

/** Sealing is for the day something is wrong: its code comes when it is asked for. */
export const exportWith =
  (sync: Services['sync']): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const [{ ports }, { exportRescue }] = await Promise.all([
      sync(),
      import('../sync/rescue/export-rescue.ts'),
    ]);
    return exportRescue(ports, passphrase);
  };
