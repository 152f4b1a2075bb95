import { type BuildSettings, buildSettings, type Environment } from './environment.ts';
import { Database } from './store/database.ts';
import { mendIdentifierCopies } from './store/device-identifier.ts';
import { browserPorts } from './sync/browser-ports.ts';
import { type Repair, repairFromMirror } from './sync/mirror-repair.ts';
import type { SyncPorts } from './sync/ports.ts';

/** What the screens that keep or send anything stand on. */
export type Services = Readonly<{
  db: Database;
  ports: SyncPorts;
  settings: BuildSettings;
  /** What the comparison with the second copies found at this start. */
  repair: Repair;
}>;

/** Opens the database and repairs it from the second copies, before anything is read from it. */
export async function openServices(environment: Environment): Promise<Services> {
  const db = new Database();
  const ports = browserPorts(db, environment, buildSettings);
  const repair = await repairFromMirror(ports);
  // Only a page can write the copy in `localStorage`. Nothing waits for it, and without it nothing fails.
  void mendIdentifierCopies(db).catch(() => undefined);
  return { db, ports, settings: buildSettings, repair };
}
