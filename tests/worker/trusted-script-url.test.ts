import { expect, it } from 'vitest';
import { checkedScriptUrl } from '../../src/worker/trusted-script-url.ts';

const origin = 'https://veld.example';

it('accepts our own workers', () => {
  for (const path of ['/ngsw-worker.js', '/assets/shrink-worker-Ab_3-x.js']) {
    expect(checkedScriptUrl(path, origin, false)).toBe(`${origin}${path}`);
  }
});

it('refuses every other address', () => {
  const others = [
    'https://elsewhere.example/ngsw-worker.js',
    '//elsewhere.example/assets/shrink-worker.js',
    '/assets/index-abc.js',
    '/uploads/worker.js',
    '/assets/../uploads/worker.js',
    '/src/features/capture/picture/shrink-worker.ts',
    'blob:https://veld.example/1',
    'data:text/javascript,worker',
    'javascript:alert(1)',
  ];
  for (const url of others) expect(() => checkedScriptUrl(url, origin, false)).toThrow(TypeError);
});

it('accepts source files only in development', () => {
  const url = '/src/features/capture/picture/shrink-worker.ts?worker_file&type=module';
  expect(checkedScriptUrl(url, origin, true)).toBe(`${origin}${url}`);
});
