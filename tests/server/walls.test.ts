import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Every module that this one leads to by its imports, packages too. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  for (const [, module = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'/g)) {
    const path = module.startsWith('.') ? join(file, '..', module) : module;
    if (reached.has(path)) continue;
    reached.add(path);
    if (module.startsWith('.')) reachedFrom(path, reached);
  }
  return reached;
}

it('the app leads to no store, only to the two ports', () => {
  const reached = [...reachedFrom('server/app.ts')];
  expect(reached).toContain('server/repository/repository-port.ts');
  expect(reached).toContain('server/files/file-store-port.ts');
  const stores = /^node:sqlite$|^server\/(ops|migrations)\/|sqlite|postgres|folder-store|s3-store/;
  expect(reached.filter((path) => stores.test(path))).toEqual([]);
});
