import { expect, it } from 'vitest';
import { limitsIn } from '../../src/api/contract.ts';
import { announcedIn, clientStateText, isAccepted } from '../../src/domain/announced.ts';

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

const policyOf = (policy: unknown) => limitsIn({ policy }).policy;

it('reads the state of the device; an unknown one allows new forms', () => {
  expect(limitsIn({ device: { state: 'revoked' } })).toEqual({ isRevoked: true });
  for (const device of [undefined, null, 7, [], {}, { state: 'ok' }, { state: 'lost' }, 'revoked'])
    expect(limitsIn({ device })).toEqual({});
});

it('reads a policy, each member by itself', () => {
  const whole = {
    version: '2026-11-24.1',
    minimumVersion: '0.1.0',
    maxUnsent: 60,
    maxAgeHours: 168,
  };
  expect(policyOf(whole)).toEqual(whole);
  expect(policyOf({ ...whole, maxUnsent: '60', extra: 1 })).toEqual({
    version: '2026-11-24.1',
    minimumVersion: '0.1.0',
    maxAgeHours: 168,
  });
  expect(policyOf({ ...whole, minimumVersion: '1.0', maxAgeHours: 24.5 })).toEqual({
    version: '2026-11-24.1',
    maxUnsent: 60,
  });
});

it.each([undefined, null, 7, 'x', [], {}, { version: '' }, { version: 7 }])(
  'is no policy: %o',
  (policy) => {
    expect(policyOf(policy)).toBeUndefined();
  },
);

it('has no policy whose version is too long, or turns the direction of a line', () => {
  expect(policyOf({ version: 'x'.repeat(32) })).toEqual({ version: 'x'.repeat(32) });
  for (const version of ['x'.repeat(33), 'a\u202eb', 'a\nb'])
    expect(policyOf({ version })).toBeUndefined();
});

it.each([
  [0, 20],
  [-1, 20],
  [19, 20],
  [20, 20],
  [1e9, 1e9],
  [1.5, undefined],
  [Number.NaN, undefined],
  [1e300, undefined],
  [true, undefined],
  [null, undefined],
])('takes %o as a limit of %o forms', (given, maxUnsent) => {
  expect(policyOf({ version: '1', maxUnsent: given })?.maxUnsent).toBe(maxUnsent);
});

it('takes no limit below 24 hours', () => {
  expect(policyOf({ version: '1', maxAgeHours: 1 })?.maxAgeHours).toBe(24);
  expect(policyOf({ version: '1', maxAgeHours: 25 })?.maxAgeHours).toBe(25);
});

it('says the phone’s state in one line, without a time in the future', () => {
  const hour = 3_600_000;
  const state = (oldestSubmittedAt: number | null) =>
    clientStateText('0.1.0', { waiting: 14, oldestSubmittedAt, refused: 2 }, 72 * hour);
  expect(state(0)).toBe('v=0.1.0;w=14;o=4320;a=2');
  expect(state(73 * hour)).toBe('v=0.1.0;w=14;o=0;a=2');
  expect(state(null)).toBe('v=0.1.0;w=14;o=0;a=2');
});
