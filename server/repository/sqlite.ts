import { openSqliteEngine } from '../database/sqlite-engine.ts';
import { openRepository } from './repository.ts';
import type { Repository } from './repository-port.ts';

/** The repository over a database file: `database/sqlite-engine.ts`. */
export const openSqliteRepository = (file: string): Repository =>
  openRepository(openSqliteEngine(file));
