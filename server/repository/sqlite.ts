import { openSqliteEngine } from '../database/sqlite-engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { openRepository } from './repository.ts';
import type { Repository } from './repository-port.ts';

/** The repository over a database file: `database/sqlite-engine.ts`. */
export const openSqliteRepository = (file: string, ring: KeyRing): Repository =>
  openRepository(openSqliteEngine(file), ring);
