import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The key that signs anti-forgery tokens: made at the first start, kept in the data folder. */
export function readOrMakeSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'anti-forgery.key');
  if (existsSync(file)) {
    const secret = readFileSync(file);
    if (secret.length === KEY_BYTES) return secret;
  }
  const secret = randomBytes(KEY_BYTES);
  writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secret;
}
