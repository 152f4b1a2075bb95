import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { OperatorError } from '../operator-error.ts';

const KEY_BYTES = 32;

/** JSON Web Keys, so that other tools can make and keep them too. */
const keysSchema = v.object({
  signing: v.pipe(
    v.array(v.object({ kty: v.literal('oct'), k: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })),
    v.minLength(1),
  ),
});

/** The key that signs anti-forgery tokens, where several servers need the same: the first of the file's. */
export function secretFrom(file: string): Buffer {
  const keys = v.safeParse(keysSchema, parseOrNull(file));
  const [first] = keys.success ? keys.output.signing : [];
  if (first === undefined) {
    throw new OperatorError(
      'VELD_KEYS_FILE must name a file that `node server/main.ts keys --to <file>` made. Give every server the same.',
    );
  }
  return Buffer.from(first.k, 'base64url');
}

export function makeKeysFile(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} is there already. Nothing was changed.`);
  const signing = [{ kty: 'oct', k: randomBytes(KEY_BYTES).toString('base64url') }];
  writeFileSync(file, `${JSON.stringify({ signing }, null, 2)}\n`, { mode: 0o600, flush: true });
}

function parseOrNull(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
