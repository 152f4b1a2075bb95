import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formId } from '../../src/domain/ids.ts';
import { referenceOf } from '../../src/domain/reference.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const aFormId = formId('3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77');

/** Checks a reference that a person reads out, as docs/reference.md describes it for the server. */
function isRight(reference: string): boolean {
  const sum = [...reference.replace('-', '')]
    .map((one) => alphabet.indexOf(one))
    .reverse()
    .map((digit, place) => (place % 2 === 1 ? digit * 2 : digit))
    .reduce((all, value) => all + Math.floor(value / 32) + (value % 32), 0);
  return sum % 32 === 0;
}

describe('a reference', () => {
  it('is two groups of four unambiguous characters', () => {
    expect(referenceOf(aFormId)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('depends only on the formId, in any spelling', () => {
    expect(referenceOf(formId(aFormId.toUpperCase()))).toBe(referenceOf(aFormId));
    expect(referenceOf(formId(aFormId.replaceAll('-', '')))).toBe(referenceOf(aFormId));
    expect(referenceOf(formId(`{${aFormId.toUpperCase()}}`))).toBe(referenceOf(aFormId));
  });

  it('differs for each formId, also if a server counts them up', () => {
    const counted = Array.from({ length: 5000 }, (_, index) =>
      referenceOf(formId(`3f0c5c3e-9d1b-4c7a-8e21-${index.toString(16).padStart(12, '0')}`)),
    );
    expect(new Set(counted).size).toBe(5000);
    // The fixed seed draws the same 5000 ids each time. About one of 2750 random draws would give two equal references.
    const random = fc
      .sample(fc.uuid(), { numRuns: 5000, seed: 1 })
      .map((uuid) => referenceOf(formId(uuid)));
    expect(new Set(random).size).toBe(5000);
    expect(random.every((one) => one !== null && isRight(one))).toBe(true);
  });

  it('with one wrong character is detected as wrong', () => {
    const right = referenceOf(aFormId) ?? '';
    for (const place of [0, 1, 2, 3, 5, 6, 7, 8])
      for (const other of alphabet) {
        if (other === right[place]) continue;
        expect(isRight(right.slice(0, place) + other + right.slice(place + 1))).toBe(false);
      }
  });

  it('equals the example of docs/reference.md', () => {
    const docs = readFileSync(new URL('../../docs/reference.md', import.meta.url), 'utf8');
    expect(docs).toContain(aFormId);
    expect(docs).toContain(`\`${referenceOf(aFormId)}\``);
  });

  it('is the form number itself if it is no UUID', () => {
    for (const text of ['', '4711', 'x3f0c5c3e9d1b4c7a8e215b6f0a9d4e77'])
      expect(referenceOf(formId(text))).toBe(text);
  });
});
