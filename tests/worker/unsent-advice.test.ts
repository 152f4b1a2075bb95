import { expect, it } from 'vitest';
import { unsentAdvice } from '../../src/worker/unsent-advice.ts';

const place = (navigator: object, more: object = {}) => ({
  navigator: { serviceWorker: { controller: {} }, ...navigator },
  document: {},
  ...more,
});

it.each([
  ['none', 'where the browser sends by itself', place({}, { SyncManager: class {} })],
  ['open', 'in Firefox', place({})],
  [
    'open',
    'without a worker',
    place({ serviceWorker: { controller: null } }, { SyncManager: class {} }),
  ],
  ['open-within-7-days', 'in a browser on iOS', place({ standalone: false })],
  ['open', 'in what was added to the home screen on iOS', place({ standalone: true })],
] as const)('what is not sent needs %s %s', (care, _where, where) => {
  expect(unsentAdvice(where)).toBe(care);
});
