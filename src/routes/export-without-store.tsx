import { useState } from 'react';
import { ExportDialog, type ExportDialogProps } from '../features/rescue/rescue-dialogs.tsx';
import { openSync } from '../services/sync-services.ts';
import type { Environment } from '../settings/environment.ts';
import { OpenTimedOut } from '../store/db/connection.ts';
import { openStore } from '../store/open-store.ts';
import type { SyncPorts } from '../sync/ports/ports.ts';
import { exportRescue } from '../sync/rescue/export-rescue.ts';

/** Shorter than at a start, because a person waits for the export on a failed screen. */
const MAX_OPEN_MS = 8_000;

const notOpened = (): Promise<never> =>
  Promise.reject(new OpenTimedOut('The database did not open.'));

/**
 * Ports without the database, which did not open. The export uses the second copies, and no function waits for the
 * database again.
 */
const withoutDatabase = (ports: SyncPorts): SyncPorts => ({
  ...ports,
  deviceIdentifier: notOpened,
  store: { ...ports.store, queued: notOpened, undelivered: notOpened, bytes: notOpened },
});

/** Uses its own database connection, because the screen's connection may have failed. */
const exportOnOwnConnection =
  (environment: Environment): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const store = openStore();
    try {
      const { ports } = openSync(store, await store.outbox(), environment);
      const isOpen = await store.opened(MAX_OPEN_MS).then(
        () => true,
        () => false,
      );
      return await exportRescue(isOpen ? ports : withoutDatabase(ports), passphrase);
    } finally {
      store.close();
    }
  };

type ExportWithoutStoreProps = Readonly<{ environment: Environment; onClose: () => void }>;

/** The dialog 'Export unsent' on the error screen. */
export function ExportWithoutStore({ environment, onClose }: ExportWithoutStoreProps) {
  const [exportUnsent] = useState(() => exportOnOwnConnection(environment));
  return <ExportDialog exportUnsent={exportUnsent} onClose={onClose} />;
}
