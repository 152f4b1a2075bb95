import { expect, it } from 'vitest';
import { lastAgent } from '../../../src/features/lock/page-lock.ts';

it('the agent who was unlocked last is known, where the browser keeps it', () => {
  const kept = new Map<string, string>();
  const here = lastAgent(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }));
  expect(here.read()).toBeNull();
  here.write('a');
  expect(here.read()).toBe('a');
  const forbidden = lastAgent(() => {
    throw new DOMException('', 'SecurityError');
  });
  forbidden.write('a');
  expect(forbidden.read()).toBeNull();
});
