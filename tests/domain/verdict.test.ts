import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formId, submissionId } from '../../src/domain/ids.ts';
import {
  type Correction,
  hasVerdictNearby,
  mergeVerdict,
  reasonOf,
  type StoredVerdict,
  shouldBeListed,
  type VerdictItem,
  verdictOf,
  verdictStateOf,
} from '../../src/domain/verdict.ts';

const id = formId('3f0c5c3e-9d1b-4c7a-8e21-5b6f0a9d4e77');
const heard = (state: VerdictItem['state'], at: number): VerdictItem =>
  state === 'refused'
    ? { formId: id, state, at, code: 'photoUnreadable' }
    : { formId: id, state, at };
const stored = (state: VerdictItem['state'], at = 10): StoredVerdict => {
  const { formId: _, ...verdict } = heard(state, at);
  return verdict;
};
const known: StoredVerdict = { ...stored('refused'), dismissedAt: 20 };

const by: Correction = {
  id: submissionId('b'),
  kind: 'registration',
  formId: null,
  status: 'draft',
  deliveredAt: null,
};

const shown = (before: StoredVerdict | undefined, item: VerdictItem): string =>
  verdictOf(mergeVerdict(before, item, false)).state;

describe('a verdict', () => {
  it.each([
    [undefined, 'received', 1, 'received'],
    [undefined, 'active', 1, 'active'],
    [undefined, 'refused', 1, 'returned'],
    [stored('received'), 'received', 10, 'received'],
    [stored('received'), 'active', 10, 'active'],
    [stored('received'), 'refused', 10, 'returned'],
    [stored('active'), 'received', 10, 'active'],
    [stored('active'), 'received', 11, 'received'],
    [stored('active'), 'active', 11, 'active'],
    [stored('active'), 'refused', 10, 'returned'],
    [stored('refused'), 'received', 11, 'received'],
    [stored('refused'), 'active', 11, 'active'],
    [stored('refused'), 'refused', 11, 'returned'],
    [known, 'received', 11, 'received'],
    [known, 'active', 11, 'active'],
    [known, 'refused', 10, 'known'],
    [known, 'refused', 11, 'returned'],
  ] as const)('that is %o becomes, after %s at %d: %s', (before, state, at, after) => {
    expect(shown(before, heard(state, at))).toBe(after);
  });

  it('does not change by an older item, save in a whole reading', () => {
    const before = stored('active');
    expect(mergeVerdict(before, heard('refused', 9), false)).toBe(before);
    expect(mergeVerdict(before, heard('received', 9), true)).toEqual(stored('received', 9));
    expect(verdictOf(mergeVerdict(known, heard('refused', 9), true)).state).toBe('known');
  });

  it('takes the words of a newer return', () => {
    const words = { ...heard('refused', 11), code: 'other', text: 'No stamp.' } as const;
    expect(verdictOf(mergeVerdict(known, words, false))).toEqual({
      state: 'returned',
      at: 11,
      code: 'other',
      text: 'No stamp.',
    });
  });

  it.each([
    [stored('refused'), 'received', 11, 'correcting'],
    [stored('refused'), 'refused', 11, 'correcting'],
    [known, 'refused', 11, 'correcting'],
    [stored('refused'), 'active', 11, 'active'],
    [stored('active'), 'refused', 11, 'correcting'],
  ] as const)('of %o with a correction becomes, after %s at %d: %s', (before, state, at, after) => {
    const linked = mergeVerdict({ ...before, correctedBy: by.id }, heard(state, at), false);
    expect(linked.correctedBy).toBe(by.id);
    expect(verdictOf(linked, by).state).toBe(after);
    // Without `by`: the draft of the correction is deleted.
    expect(verdictOf(linked).state).toBe(shown(before, heard(state, at)));
  });

  it.each([
    ['received', 'corrected'],
    ['refused', 'corrected'],
    ['active', 'active'],
  ] as const)('of a delivered correction stays, after %s: %s', (state, after) => {
    const linked = mergeVerdict(
      { ...stored('refused'), correctedBy: by.id },
      heard(state, 11),
      true,
    );
    expect(verdictOf(linked, { ...by, status: 'delivered' }).state).toBe(after);
    const receiptDeleted = mergeVerdict({ ...linked, isCorrected: true }, heard(state, 12), false);
    expect(verdictOf(receiptDeleted)).toMatchObject({
      state: after,
      ...(after === 'corrected' && { by: null }),
    });
  });

  it('is unknown before the operator says something', () => {
    expect(verdictOf(undefined)).toEqual({ state: 'unknown' });
  });

  it('counts an unknown word as received, and an unknown code as other', () => {
    expect(verdictStateOf('archived')).toBe('received');
    expect(reasonOf('simWrong')).toBe('simWrong');
    expect(['toString', '__proto__', 'later', 7, null].map(reasonOf)).toEqual(
      Array(5).fill('other'),
    );
  });

  it('ends in one state, whatever the order of the pages and their repeats', () => {
    const items = fc
      .uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 8 })
      .chain((times) =>
        fc.tuple(
          ...times.map((at) =>
            fc
              .constantFrom<VerdictItem['state']>('received', 'active', 'refused')
              .map((state) => heard(state, at)),
          ),
        ),
      );
    const orders = items.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 12 }),
      ),
    );
    fc.assert(
      fc.property(orders, ([all, shuffled, repeats]) => {
        const end = [...shuffled, ...repeats].reduce<StoredVerdict | undefined>(
          (before, item) => mergeVerdict(before, item, false),
          undefined,
        );
        const newest = Math.max(...all.map(({ at }) => at));
        expect(end?.at).toBe(newest);
        expect(end?.state).toBe(all.find(({ at }) => at === newest)?.state);
      }),
    );
  });
});

describe('a form that the operator does not list', () => {
  const hour = 3_600_000;
  const delivered = 100 * 24 * hour;
  it.each([
    [47, false],
    [48, true],
    [12 * 24, true],
    [12 * 24 + 1, false],
  ])('was delivered %i hours before the whole reading: %s', (hours, is) => {
    expect(shouldBeListed(delivered, delivered + hours * hour)).toBe(is);
  });

  it('is only told from others of the same days that were listed', () => {
    expect(hasVerdictNearby(delivered, [])).toBe(false);
    expect(hasVerdictNearby(delivered, [delivered - 73 * hour])).toBe(false);
    expect(hasVerdictNearby(delivered, [delivered + 72 * hour])).toBe(true);
  });
});
