import { expect, it } from 'vitest';
import { strayEdits } from './mutant.ts';
import { mutants } from './mutants.ts';

it('each mistake still fits the source at exactly one place', () => {
  const stray = mutants.flatMap((mutant) =>
    strayEdits('.', mutant).map((text) => `${mutant.name} (${mutant.file}): ${text}`),
  );
  expect(stray).toEqual([]);
});
