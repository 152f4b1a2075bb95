import { expect, it } from 'vitest';
import { WORK_KEY } from '../../src/store/db/stored-names.ts';
import { workScript } from '../../vite/prerender.ts';

/** The value of `data-work` on the document after Home's early script. */
function marked(localStorage: unknown): string | undefined {
  const dataset: Record<string, string> = {};
  new Function('localStorage', 'document', workScript)(localStorage, {
    documentElement: { dataset },
  });
  return dataset['work'];
}

it('Home’s early script marks the document if this phone has forms', () => {
  expect(marked({ [WORK_KEY]: '1' })).toBe('');
  expect(marked({})).toBeUndefined();
});

it('Home’s early script does nothing if the browser blocks storage', () => {
  const blocked = new Proxy(
    {},
    {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    },
  );
  expect(marked(blocked)).toBeUndefined();
});
