import { expect, it } from 'vitest';
import { limitAfter } from './hunt.ts';
import { strayEdits } from './mutant.ts';
import { mutants } from './mutants.ts';

it('each mistake still fits the source at exactly one place', () => {
  const stray = mutants.flatMap((mutant) =>
    strayEdits('.', mutant).map((text) => `${mutant.name} (${mutant.file}): ${text}`),
  );
  expect(stray).toEqual([]);
});

it('a limit is in whole milliseconds, as Node demands of a timeout', () => {
  expect(limitAfter(70_000.4).limitMs).toBe(210_002);
  expect(limitAfter(1.5).limitMs).toBe(180_000);
});
