import { describe, expect, it } from 'vitest';
import { othersWaiting, stopText } from '../../../src/features/outbox/home/send-first.tsx';

const HOUR_MS = 3_600_000;
const since = new Date(2026, 10, 18, 12).getTime();
const byCount = { may: 'no', why: 'count', unsent: 60, limit: 60 } as const;
const byAge = { may: 'no', why: 'age', since } as const;

describe('the page that says why no form may begin', () => {
  it('names the waiting forms of another agent, and asks for that agent only if the forms stay', () => {
    expect(stopText(byCount, 58).detail).toBe(
      '60 registrations wait on this phone. The limit is 60. Send some before you start a new one. 58 waiting forms are another agent’s. If they stay, ask that agent to unlock Veld and press ‘Send now’.',
    );
    expect(stopText(byAge, 1).detail).toMatch(
      /Send it before you start a new one\. 1 waiting form is another agent’s\. If it stays, ask that agent to unlock Veld and press ‘Send now’\.$/,
    );
    expect(stopText(byCount, 0).detail).toMatch(/Send some before you start a new one\.$/);
  });

  it('counts no form of another agent after the operator stopped the phone', () => {
    expect(stopText({ may: 'no', why: 'revoked' }, 3)).toEqual(
      stopText({ may: 'no', why: 'revoked' }),
    );
  });

  it('counts the forms of the phone that are not the agent’s own', () => {
    expect(othersWaiting(byCount, { all: 60, own: 2, ownOldestAt: since })).toBe(58);
    expect(othersWaiting(byCount, { all: 60, own: 60, ownOldestAt: since })).toBe(0);
  });

  it('counts none if the form that waits too long is the agent’s own', () => {
    expect(othersWaiting(byAge, { all: 3, own: 1, ownOldestAt: since })).toBe(0);
    expect(othersWaiting(byAge, { all: 3, own: 1, ownOldestAt: since + HOUR_MS })).toBe(2);
    expect(othersWaiting(byAge, { all: 3, own: 0, ownOldestAt: null })).toBe(3);
  });
});
