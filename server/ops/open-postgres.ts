import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresOptions } from '../database/postgres-engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type Meter, noMeter } from '../meter.ts';
import type { PartialStore } from '../partials/partial-store-port.ts';
import { openPostgresPartials } from '../partials/postgres-partials.ts';
import { openRepository } from '../repository/repository.ts';
import type { Repository } from '../repository/repository-port.ts';

/** What lies in a database: closing the repository closes all of it. */
export type Rows = Readonly<{ repository: Repository; partials: PartialStore }>;

/** PostgreSQL's driver is loaded only where it is used: most servers start without. */
export async function openPostgres(
  options: PostgresOptions,
  dataDir: string,
  ring: KeyRing,
  meter: Meter = noMeter,
): Promise<Rows> {
  const { openPostgresEngine } = await import('../database/postgres-engine.ts');
  const engine = await openPostgresEngine(options, meter);
  // Where bodies that came in pieces lay before: their phones begin them anew, and they are customers' data.
  for (const folder of ['partials', 'uploads']) {
    rmSync(join(dataDir, folder), { recursive: true, force: true });
  }
  return { repository: openRepository(engine, ring), partials: openPostgresPartials(engine) };
}
