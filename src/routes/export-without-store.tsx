import { useState } from 'react';
import { ExportDialog, type ExportDialogProps } from '../features/rescue/rescue-dialogs.tsx';
import { within } from '../platform/timers.ts';
import type { Services } from '../services/services.ts';
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
  store: { ...ports.store, queued: notOpened, ownUndelivered: notOpened, bytes: notOpened },
});

/** The ports of the page, whose agent may have unlocked it. Null if its database does not answer. */
async function portsOfPage(services: () => Promise<Services>): Promise<SyncPorts | null> {
  const answered = async (): Promise<SyncPorts> => {
    const { ports } = await (await services()).sync();
    await ports.store.ownUndelivered();
    return ports;
  };
  return within(
    MAX_OPEN_MS,
    answered().catch(() => null),
    () => null,
  );
}

/** Uses a database connection of its own if the page's connection fails. That connection has no key of an agent with a PIN. */
export const exportOnErrorScreen =
  (
    environment: Environment,
    services: () => Promise<Services>,
  ): ExportDialogProps['exportUnsent'] =>
  async (passphrase) => {
    const store = openStore();
    try {
      // Both connections open at the same time, because each may need `MAX_OPEN_MS`.
      const opening = store.opened(MAX_OPEN_MS).then(
        () => true,
        () => false,
      );
      const ofPage = await portsOfPage(services);
      if (ofPage !== null) return await exportRescue(ofPage, passphrase);
      const { ports } = openSync(store, await store.outbox(), environment);
      return await exportRescue((await opening) ? ports : withoutDatabase(ports), passphrase);
    } finally {
      store.close();
    }
  };

type ExportWithoutStoreProps = Readonly<{
  environment: Environment;
  services: () => Promise<Services>;
  onClose: () => void;
}>;

/** The dialog 'Export unsent' on the error screen. */
export function ExportWithoutStore({ environment, services, onClose }: ExportWithoutStoreProps) {
  const [exportUnsent] = useState(() => exportOnErrorScreen(environment, services));
  return <ExportDialog exportUnsent={exportUnsent} onClose={onClose} />;
}
