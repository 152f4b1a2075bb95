import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../src/messages');

/** The files with the app's texts. */
export const textFiles = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** All texts in a value, at any depth. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(textsIn);

/** The texts of a file by area, such as 'outbox'. Notes for translators are not among them. */
export async function areasOf(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const exported: Record<string, unknown> = await import(join(folder, file));
  return new Map(
    Object.entries(exported)
      .filter(([name]) => !/notes$/i.test(name))
      .map(([name, area]) => [name, textsIn(area)]),
  );
}
