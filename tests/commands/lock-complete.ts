import { readFileSync } from 'node:fs';

interface Lock {
  packages: Record<string, { optional?: boolean; optionalDependencies?: Record<string, string> }>;
}

/**
 * Platform packages that `package.json` files name but the lock file does not have. If the registry lacks such a package, npm drops it
 * silently. Then `npm ci` fails on the other platforms.
 */
export function missingPlatformPackages(lockPath: string): string[] {
  const lock = JSON.parse(readFileSync(lockPath, 'utf8')) as Lock;
  const missing: string[] = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const nested = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
      if (!(nested in lock.packages) && !(`node_modules/${name}` in lock.packages)) {
        missing.push(`${name} (named by ${place || 'package.json'})`);
      }
    }
  }
  return missing;
}
