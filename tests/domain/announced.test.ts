import { expect, it } from 'vitest';
import { announcedIn, isAccepted } from '../../src/domain/announced.ts';

it('reads all strings of a list, also unknown ones', () => {
  expect(announcedIn({ accepts: ['webp', 'laterThing', 'webp'] })).toEqual(['webp', 'laterThing']);
});

it.each([undefined, null, 'webp', 7, { webp: true }])(
  'ignores a member of another type: %o',
  (accepts) => {
    expect(announcedIn({ accepts })).toEqual([]);
  },
);

it('ignores entries of another type one by one', () => {
  expect(announcedIn({ accepts: [null, 'webp', 3, 'x'.repeat(101), ['pieces']] })).toEqual([
    'webp',
  ]);
});

it('reads the older member for the client state', () => {
  expect(announcedIn({ acceptsClientState: true })).toEqual(['clientState']);
  expect(announcedIn({ acceptsClientState: 'true' })).toEqual([]);
  expect(announcedIn({ accepts: ['clientState'], acceptsClientState: true })).toEqual([
    'clientState',
  ]);
});

it('an extension is not accepted before the announcement', () => {
  expect(isAccepted('webp', [], [])).toBeNull();
  expect(isAccepted('webp', ['pieces', 'webp'], [])).toBe(true);
});

it('the build setting turns an extension on or off; the last entry counts', () => {
  expect(isAccepted('pieces', [], ['pieces'])).toBe(true);
  expect(isAccepted('pieces', ['pieces'], ['-pieces'])).toBe(false);
  expect(isAccepted('webp', [], ['webp', '-webp'])).toBe(false);
  expect(isAccepted('webp', ['webp'], ['-pieces'])).toBe(true);
});
