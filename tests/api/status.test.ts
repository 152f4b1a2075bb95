import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { infoResultSchema, statusPageIn } from '../../src/api/contract.ts';

const id = '3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77';
const item = { formId: id, state: 'active', at: 5 };
const itemsOf = (...items: unknown[]) => statusPageIn({ items })?.items;

describe('the member status of GetInfo', () => {
  it('is read as the backend sends it', () => {
    const page = {
      now: 1_795_500_000_000,
      items: [
        item,
        { formId: id, state: 'refused', at: 6, code: 'photoUnreadable' },
        { formId: id, state: 'refused', at: 7, code: 'other', text: 'The affidavit has no stamp.' },
      ],
      next: 'k3Qf9w.57',
      more: false,
    };
    expect(statusPageIn(page)).toEqual(page);
  });

  it('is read part by part', () => {
    expect(statusPageIn({ items: 7, next: 'a b', more: 'yes', now: 'noon' })).toEqual({
      items: [],
      next: null,
      more: false,
      now: null,
    });
    expect(statusPageIn({ next: 'x'.repeat(65) })?.next).toBeNull();
    expect(statusPageIn({ next: 'x'.repeat(64) })?.next).toHaveLength(64);
  });

  it.each([undefined, null, [], 'status', 7])('is none if it is %o', (status) => {
    expect(statusPageIn(status)).toBeNull();
  });

  it('loses an odd item alone', () => {
    const odd = [
      null,
      7,
      {},
      { ...item, formId: 9 },
      { ...item, formId: ' ' },
      { ...item, formId: 'x'.repeat(101) },
      { ...item, at: '5' },
      { ...item, at: -1 },
      { ...item, at: Number.NaN },
      { ...item, at: 253_402_300_800_000 },
    ];
    expect(itemsOf(...odd, item)).toEqual([item]);
  });

  it('has whole milliseconds', () => {
    expect(itemsOf({ ...item, at: 5.7 })).toEqual([item]);
  });

  it('has at most 100 items', () => {
    expect(itemsOf(...Array(10_000).fill(item))).toHaveLength(100);
  });

  it('takes an unknown state as received, and an unknown code as other', () => {
    expect(itemsOf({ ...item, state: 'archived' })).toEqual([{ ...item, state: 'received' }]);
    expect(itemsOf({ ...item, state: 'refused', code: 'later', text: 'Why' })).toEqual([
      { ...item, state: 'refused', code: 'other', text: 'Why' },
    ]);
  });

  it('has words only with the code other, and code and words only if it is refused', () => {
    expect(itemsOf({ ...item, code: 'other', text: 'Why' })).toEqual([item]);
    expect(itemsOf({ ...item, state: 'refused', code: 'simWrong', text: 'Why' })).toEqual([
      { ...item, state: 'refused', code: 'simWrong' },
    ]);
  });

  it('has words of at most 140 characters, without control and format characters', () => {
    const textOf = (text: unknown) =>
      itemsOf({ ...item, state: 'refused', code: 'other', text })?.[0]?.text;
    expect(textOf('No\u202e st\u0000amp\n')).toBe('No stamp');
    expect(textOf('x'.repeat(1_000_000))).toHaveLength(140);
    expect([...(textOf('😀'.repeat(200)) ?? '')]).toHaveLength(140);
    expect(textOf('\u200b')).toBeUndefined();
    expect(textOf(7)).toBeUndefined();
  });

  it('never makes an answer unreadable, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (status, items) => {
        for (const each of [status, { items }, { items: [items, item] }]) {
          const answer = { formGuid: id, status: each };
          expect(v.parse(infoResultSchema, answer).formGuid).toBe(id);
        }
      }),
    );
  });
});
