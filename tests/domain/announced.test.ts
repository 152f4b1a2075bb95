import { expect, it } from 'vitest';
import { announcedIn, isAccepted } from '../../src/domain/announced.ts';

it('takes the strings of a list, also those that it does not know', () => {
  expect(announcedIn({ accepts: ['webp', 'laterThing', 'webp'] })).toEqual(['webp', 'laterThing']);
});

it.each([undefined, null, 'webp', 7, { webp: true }])('ignores an odd member: %o', (accepts) => {
  expect(announcedIn({ accepts })).toEqual([]);
});

it('ignores odd entries one by one', () => {
  expect(announcedIn({ accepts: [null, 'webp', 3, 'x'.repeat(101), ['pieces']] })).toEqual([
    'webp',
  ]);
});

it('takes the older member for the client state', () => {
  expect(announcedIn({ acceptsClientState: true })).toEqual(['clientState']);
  expect(announcedIn({ acceptsClientState: 'true' })).toEqual([]);
  expect(announcedIn({ accepts: ['clientState'], acceptsClientState: true })).toEqual([
    'clientState',
  ]);
});

it('is not accepted until it is announced', () => {
  expect(isAccepted('webp', [], [])).toBeNull();
  expect(isAccepted('webp', ['pieces', 'webp'], [])).toBe(true);
});

it('is forced on or off by the build, the last setting first', () => {
  expect(isAccepted('pieces', [], ['pieces'])).toBe(true);
  expect(isAccepted('pieces', ['pieces'], ['-pieces'])).toBe(false);
  expect(isAccepted('webp', [], ['webp', '-webp'])).toBe(false);
  expect(isAccepted('webp', ['webp'], ['-pieces'])).toBe(true);
});
