import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const root = process.cwd();
const files = new Map<string, string>();

/**
 * A short class name for the built styles: the class's own name, and three letters for its file. Each name is sent
 * three times (style, script, page). The bundler's longer names would add half a kilobyte to Home alone.
 */
function shortName(name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*$/, ''));
  const short = `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
  const other = files.get(short) ?? path;
  if (other !== path) throw new Error(`'${name}' is called '${short}' in ${other} and in ${path}.`);
  files.set(short, path);
  return short;
}

export const shortClassNames = { modules: { generateScopedName: shortName } };
