import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const anyImport = /\bfrom '([^']+)'/g;
/** The imports that load at the start: no type imports, no `import()`. */
const loadedImport = /^(?:import|export) (?!type)[^;]*?\bfrom '([^']+)'/gm;

/** Returns all modules that this file imports, directly or indirectly, including packages. */
function reachedFrom(
  file: string,
  imports = anyImport,
  reached = new Set<string>(),
): ReadonlySet<string> {
  for (const [, module = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    const path = module.startsWith('.') ? join(file, '..', module) : module;
    if (reached.has(path)) continue;
    reached.add(path);
    if (module.startsWith('.')) reachedFrom(path, imports, reached);
  }
  return reached;
}

it('the app imports no store, only the two ports', () => {
  const reached = [...reachedFrom('server/app.ts')];
  expect(reached).toContain('server/repository/repository-port.ts');
  expect(reached).toContain('server/files/file-store-port.ts');
  const stores = /^node:sqlite$|^server\/(ops|migrations)\/|sqlite|postgres|folder-store|s3-store/;
  expect(reached.filter((path) => stores.test(path))).toEqual([]);
});

it('a start with SQLite and a folder loads no code of other stores', () => {
  const reached = [...reachedFrom('server/main.ts', loadedImport)];
  expect(reached).toContain('server/database/sqlite-engine.ts');
  const elsewhere = ['pg', '@aws-sdk/client-s3', 'prom-client'];
  expect(reached.filter((path) => elsewhere.includes(path))).toEqual([]);
});
