import { describe, expect, it } from 'vitest';
import type { Hold } from '../../../src/domain/submission-types.ts';
import { type HomeSituation, worstProblem } from '../../../src/features/outbox/home/home-strip.tsx';

const now = new Date(2026, 10, 25, 12).getTime();
const HOUR_MS = 3_600_000;

const held = (reason: Hold['reason'], httpStatus: number | null = null): Hold => ({
  reason,
  since: now,
  nextProbeAt: now,
  httpStatus,
  tries: 1,
});

const well: HomeSituation = {
  hold: null,
  waiting: 1,
  ownWaiting: 1,
  refused: 0,
  returned: { count: 0, hasDuplicate: false },
  oldestUnsentAt: now,
  photosWait: false,
  phone: { free: null, clockOffMs: 0, missingFiles: 0 },
  begin: { may: 'yes' },
  online: true,
  hasSignIn: false,
  now,
};

/** The problems in their order, the worst first, each with its texts. */
const ranks: readonly (readonly [Partial<HomeSituation>, string, string, string, boolean])[] = [
  [
    { hold: held('auth', 401) },
    'Sending has stopped',
    'The server does not know this phone. Get help.',
    '/outbox#open-hold',
    true,
  ],
  [
    { hold: held('auth', 403) },
    'Sending has stopped',
    'This phone is not allowed to send. Get help.',
    '/outbox#open-hold',
    true,
  ],
  [
    { hold: held('auth', 401), hasSignIn: true },
    'Sending has stopped',
    'The server does not know this phone. Sign in, or tell your operator.',
    '/sign-in.html',
    true,
  ],
  [
    { refused: 1 },
    '1 form needs your attention',
    'That SIM will not work until you correct it.',
    '/outbox',
    true,
  ],
  [
    { refused: 2 },
    '2 forms need your attention',
    'Those SIMs will not work until you correct them.',
    '/outbox',
    true,
  ],
  [
    { returned: { count: 1, hasDuplicate: false } },
    '1 was returned by the operator',
    'The customer’s SIM does not work until you correct it.',
    '/outbox',
    true,
  ],
  [
    { returned: { count: 2, hasDuplicate: false } },
    '2 were returned by the operator',
    'The customers’ SIMs do not work until you correct them.',
    '/outbox',
    true,
  ],
  [
    { returned: { count: 1, hasDuplicate: true } },
    '1 was returned by the operator',
    'Open the outbox to see why.',
    '/outbox',
    true,
  ],
  [
    { phone: { free: 30_000_000, clockOffMs: null, missingFiles: null } },
    'This phone is too full for photos',
    'Free 50 MB before the next customer.',
    '/settings/phone',
    true,
  ],
  [
    { phone: { free: 54_100_000, clockOffMs: null, missingFiles: null } },
    'Space for 4 more customers',
    'Free 50 MB before the next customer.',
    '/settings/phone',
    true,
  ],
  [
    { phone: { free: null, clockOffMs: -6 * 60_000, missingFiles: null } },
    'The clock is 6 minutes wrong',
    'Set the date and time to automatic.',
    '/ready',
    true,
  ],
  [
    { hold: held('formNumber') },
    'New forms wait for a number',
    'Get help. Veld still sends the other forms.',
    '/outbox#open-hold',
    true,
  ],
  [
    { hold: held('portal') },
    'This Wi-Fi wants you to log in',
    'Log in to it, or use mobile data.',
    '/outbox#open-hold',
    false,
  ],
  [
    { oldestUnsentAt: now - 25 * HOUR_MS, waiting: 9, ownWaiting: 3 },
    '3 forms wait, the first since yesterday',
    'Open Veld where there is signal.',
    '/outbox',
    false,
  ],
  [
    { oldestUnsentAt: now - 97 * HOUR_MS },
    '1 form waits since Sat 21 Nov',
    'Open Veld where there is signal.',
    '/outbox',
    false,
  ],
  [
    { oldestUnsentAt: now - 25 * HOUR_MS, photosWait: true },
    '1 form waits since yesterday',
    'Open Veld on Wi-Fi, or press ‘Send now’.',
    '/outbox',
    false,
  ],
  [
    { phone: { free: null, clockOffMs: null, missingFiles: 2 } },
    'Veld is not complete on this phone',
    'Stay online for a minute.',
    '/ready',
    false,
  ],
  [
    { begin: { may: 'no', why: 'revoked' } },
    'You cannot start new forms on this phone',
    'The operator has blocked this phone. Waiting forms are still sent. Tell your operator.',
    '/help/guide',
    true,
  ],
  [
    { begin: { may: 'no', why: 'count', unsent: 60, limit: 60 } },
    'Send first',
    '60 registrations wait on this phone. The limit is 60. Send some before you start a new one.',
    '/outbox',
    true,
  ],
  [
    { begin: { may: 'no', why: 'age', since: now - 168 * HOUR_MS }, oldestUnsentAt: 0 },
    'Send first',
    'A form has waited since 18 Nov, 12:00. Send it before you start a new one.',
    '/outbox',
    true,
  ],
  [
    { begin: { may: 'warn', why: 'count', unsent: 52, limit: 60 } },
    '52 of 60 wait. Send some soon.',
    '',
    '/outbox',
    false,
  ],
  [
    { begin: { may: 'warn', why: 'age', since: now - 140 * HOUR_MS }, oldestUnsentAt: 0 },
    'One form has waited since 19 Nov, 16:00. Send it soon.',
    '',
    '/outbox',
    false,
  ],
];

describe('Home’s strip', () => {
  it.each(ranks)('says for %o: %s', (situation, title, detail, to, isRed) => {
    const [path, hash] = to.split('#');
    const wanted = { title, detail, to: path, isRed, ...(hash === undefined ? {} : { hash }) };
    expect(worstProblem({ ...well, ...situation })).toEqual(wanted);
  });

  it('shows nothing if all is well, and nothing about what ends by itself', () => {
    expect(worstProblem(well)).toBeNull();
    for (const reason of ['network', 'busy', 'version'] as const)
      expect(worstProblem({ ...well, hold: held(reason) })).toBeNull();
    expect(worstProblem({ ...well, hold: held('portal'), online: false })).toBeNull();
    // A stored hold is out of date once nothing waits.
    expect(worstProblem({ ...well, waiting: 0, hold: held('auth', 401) })).toBeNull();
  });

  it('says how many of the forms at the limit are another agent’s', () => {
    const detailOf = (change: Partial<HomeSituation>) =>
      worstProblem({ ...well, waiting: 3, ...change })?.detail;
    const begin = { may: 'no', why: 'count', unsent: 3, limit: 3 } as const;
    expect(detailOf({ begin, ownWaiting: 1 })).toContain('2 waiting forms are another agent’s.');
    expect(detailOf({ begin, ownWaiting: 3 })).not.toContain('another agent');
    const old = { may: 'no', why: 'age', since: now - 5 } as const;
    expect(detailOf({ begin: old, ownWaiting: 1, oldestUnsentAt: now })).toContain('another agent');
    expect(detailOf({ begin: old, ownWaiting: 1, oldestUnsentAt: now - 5 })).not.toContain(
      'another agent',
    );
  });

  it('names Wi-Fi for an old form only if the form itself does not wait for signal', () => {
    const detailOf = (change: Partial<HomeSituation>) =>
      worstProblem({ ...well, oldestUnsentAt: now - 25 * HOUR_MS, photosWait: true, ...change })
        ?.detail;
    expect(detailOf({})).toContain('Wi-Fi');
    expect(detailOf({ online: false })).toBe('Open Veld where there is signal.');
    expect(detailOf({ hold: held('network') })).toBe('Open Veld where there is signal.');
  });

  it('shows the worst of several, and how many more there are', () => {
    const all = { ...well, refused: 1, hold: held('auth', 401), oldestUnsentAt: 0 };
    expect(worstProblem(all)).toMatchObject({
      title: 'Sending has stopped',
      detail: 'The server does not know this phone. Get help. +2 more',
    });
  });

  it('warns of space for fewer than five forms, and of a clock over five minutes wrong', () => {
    const phone = { free: 55_000_000, clockOffMs: 5 * 60_000, missingFiles: 0 };
    expect(worstProblem({ ...well, phone })).toBeNull();
    expect(worstProblem({ ...well, phone: { ...phone, free: 54_999_999 } })).not.toBeNull();
    expect(worstProblem({ ...well, phone: { ...phone, clockOffMs: 300_001 } })).not.toBeNull();
  });
});
