import { describe, expect, test } from 'vitest';
import { documentKinds, freeSlot, inSlots } from '../../../src/domain/forms/document-kinds.ts';
import type { Values } from '../../../src/domain/forms/values.ts';

const file = (name: string, slot?: number) => (slot === undefined ? { name } : { name, slot });
const names = (files: readonly ReturnType<typeof file>[]) =>
  inSlots(files).map((kept) => kept?.name ?? null);

describe('the page slots', () => {
  test('are filled in order', () => {
    expect(freeSlot([])).toBe(0);
    expect(freeSlot([file('front', 0)])).toBe(1);
    expect(freeSlot([file('front', 0), file('back', 1)])).toBe(2);
  });

  test('stay when a page is removed; the next file takes the free slot', () => {
    expect(names([file('back', 1)])).toEqual([null, 'back']);
    expect(freeSlot([file('back', 1)])).toBe(0);
    expect(freeSlot([], 1)).toBe(1);
    expect(freeSlot([file('back', 1)], 1)).toBe(0);
    expect(names([file('back', 1), file('new front', 0)])).toEqual(['new front', 'back']);
  });

  test('are assigned to an older row, which gets the first free one', () => {
    expect(names([file('one'), file('two')])).toEqual(['one', 'two']);
    expect(names([file('old'), file('back', 1), file('older')])).toEqual(['old', 'back', 'older']);
  });

  test('move a restored file whose slot is taken, and replace an impossible slot', () => {
    expect(names([file('again', 0), file('front', 0), file('back', 1)])).toEqual([
      'again',
      'back',
      'front',
    ]);
    for (const slot of [-1, 0.5, 10, Number.NaN])
      expect(names([file('unreadable', slot)])).toEqual(['unreadable']);
  });
});

test('an ID card has a front and a back; a book, a certificate and a passport have one page', () => {
  const pagesOf = (kind: string, values: Values) =>
    documentKinds.find((row) => row.kind === kind)?.pages?.(values);
  expect(pagesOf('idDocument', {})).toEqual(['front', 'back']);
  expect(pagesOf('idDocument', { isIdBook: true })).toEqual(['photoPage']);
  const passport = { identityKind: 'Passport or permit' };
  expect(pagesOf('idDocument', passport)).toEqual(['photoPage']);
  expect(pagesOf('idDocument', { ...passport, isIdBook: false })).toEqual(['photoPage']);
  expect(pagesOf('policeDocument', {})).toBeUndefined();
});
