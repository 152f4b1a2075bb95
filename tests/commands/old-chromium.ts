import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const PACKAGE = '@sparticuz/chromium';
const { resolve: find } = createRequire(import.meta.url);
const unpacked = resolve(import.meta.dirname, '../../node_modules/.cache/veld-old-chromium');

/**
 * The oldest Chromium that is supported. It lies packed in a package that is made for servers without a browser; its own way of
 * unpacking writes into a shared folder. Undefined where it does not run.
 */
export function findOldChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const description = find(`${PACKAGE}/package.json`);
  const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
  const path = join(unpacked, `chromium-${version}`);
  if (existsSync(path)) return path;
  mkdirSync(unpacked, { recursive: true });
  // Whole or not at all: two test workers may come here at once.
  const half = `${path}-${process.pid}`;
  writeFileSync(
    half,
    brotliDecompressSync(readFileSync(join(dirname(description), 'bin/chromium.br'))),
  );
  chmodSync(half, 0o755);
  renameSync(half, path);
  return path;
}
