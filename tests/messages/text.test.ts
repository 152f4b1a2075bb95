import { describe, expect, expectTypeOf, it } from 'vitest';
import { count, plural, pluralForm } from '../../src/messages/count.ts';
import { defineTexts, format, formatParts } from '../../src/messages/text.ts';

const t = defineTexts({
  removed: '{name} removed.',
  range: 'from {first} to {last}',
  waits: plural('{count} submission waits', '{count} submissions wait'),
  needs: plural('One file of {name}', '{count} files of {name}'),
  state: { open: 'Open', shut: 'Shut since {at}' },
} as const)();

describe('a text', () => {
  it('has its values at their placeholders, in any order', () => {
    expect(format(t.removed, { name: 'a.jpg' })).toBe('a.jpg removed.');
    expect(format(t.range, { first: 1, last: 9 })).toBe('from 1 to 9');
  });

  it('does not replace braces inside a value', () => {
    expect(format(t.range, { first: '{last}', last: '$&' })).toBe('from {last} to $&');
  });

  it('is returned in pieces if a value is no text', () => {
    expect(formatParts(t.range, { first: null, last: [1] })).toEqual([
      'from ',
      null,
      ' to ',
      [1],
      '',
    ]);
  });
});

describe('a text that counts', () => {
  it.each([
    [0, '0 submissions wait'],
    [1, '1 submission waits'],
    [2, '2 submissions wait'],
    [1234, '1234 submissions wait'],
  ])('for %d: %s', (number, text) => expect(count(t.waits, number)).toBe(text));

  it('may have other placeholders beside its number', () => {
    expect(count(t.needs, 1, { name: 'A' })).toBe('One file of A');
    expect(count(t.needs, 3, { name: 'A' })).toBe('3 files of A');
  });
});

it('the compiler checks every name and placeholder', () => {
  expectTypeOf(pluralForm(t.needs, 1)).toEqualTypeOf<
    'One file of {name}' | '{count} files of {name}'
  >();
  const refused = () => {
    // @ts-expect-error: no text has this name
    t.remove;
    // @ts-expect-error: no text of this group has this name
    t.state.closed;
    // @ts-expect-error: a place without its value
    format(t.range, { first: 1 });
    // @ts-expect-error: a value whose place has another name
    format(t.removed, { nam: 'a' });
    // @ts-expect-error: a value too many
    format(t.removed, { name: 'a', size: 1 });
    // @ts-expect-error: the number stands at '{count}', but the name has no value
    count(t.needs, 2);
    // @ts-expect-error: a text that does not count
    count(t.removed, 2);
  };
  expect(refused).toBeTypeOf('function');
});
