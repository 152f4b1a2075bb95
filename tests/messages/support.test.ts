import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../src/messages');

/** Every text of an area, however deep. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(textsIn);

describe('a text of the app', () => {
  // A build need not say how anybody is reached: the link 'Get help' and its page alone know whether it does.
  it.each(readdirSync(folder).filter((name) => name.endsWith('.ts')))(
    'promises no support that a build may not have: %s',
    async (name) => {
      const exported: Record<string, unknown> = await import(join(folder, name));
      const texts = Object.entries(exported).filter(([key]) => !/notes$/i.test(key));
      const promises = textsIn(Object.fromEntries(texts)).filter((text) =>
        /\bsupport\b|help ?(?:desk|line)/i.test(text),
      );
      expect(promises).toEqual([]);
    },
  );
});
