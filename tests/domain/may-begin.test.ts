import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsIn } from '../../src/api/contract.ts';
import { type BeginFacts, mayBegin, NO_LIMITS } from '../../src/domain/announced.ts';

const HOUR = 3_600_000;
const NOW = 1_795_500_000_000;

const facts = (changed: Partial<BeginFacts>): BeginFacts => ({ ...NO_LIMITS, ...changed });
const counted = (unsent: number, maxUnsent: number) =>
  mayBegin(facts({ policy: { version: '1', maxUnsent }, unsent }), NOW);
const aged = (hours: number, changed: Partial<BeginFacts> = {}, now = NOW) =>
  mayBegin(
    facts({
      policy: { version: '1', maxAgeHours: 100 },
      unsent: 1,
      oldestSubmittedAt: NOW - hours * HOUR,
      ...changed,
    }),
    now,
  );

describe('a new form', () => {
  it('may begin without limits', () => {
    expect(mayBegin(NO_LIMITS, NOW)).toEqual({ may: 'yes' });
    expect(mayBegin(facts({ policy: { version: '1' }, unsent: 9999 }), NOW)).toEqual({
      may: 'yes',
    });
  });

  it.each([
    [47, 60, 'yes'],
    [48, 60, 'warn'],
    [59, 60, 'warn'],
    [60, 60, 'no'],
    [61, 60, 'no'],
    [15, 20, 'yes'],
    [16, 20, 'warn'],
    [27, 35, 'yes'],
    [28, 35, 'warn'],
  ] as const)('%d waiting of %d: %s', (unsent, limit, may) => {
    expect(counted(unsent, limit)).toEqual(
      may === 'yes' ? { may } : { may, why: 'count', unsent, limit },
    );
  });

  it.each([
    [79, 'yes'],
    [80, 'warn'],
    [99, 'warn'],
    [100, 'no'],
    [999, 'no'],
  ] as const)('the oldest waits for %d of 100 hours: %s', (hours, may) => {
    expect(aged(hours)).toEqual(
      may === 'yes' ? { may } : { may, why: 'age', since: NOW - hours * HOUR },
    );
  });

  it('may not begin on a revoked phone, whatever waits', () => {
    const stopped = { may: 'no', why: 'revoked' };
    expect(mayBegin(facts({ isRevoked: true }), NOW)).toEqual(stopped);
    expect(aged(100, { isRevoked: true })).toEqual(stopped);
  });

  it('is refused by the worse of two limits', () => {
    const policy = { version: '1', maxUnsent: 20, maxAgeHours: 100 };
    const at = (unsent: number, hours: number) => {
      const said = aged(hours, { policy, unsent });
      return said.may === 'yes' ? said.may : `${said.may} ${said.why}`;
    };
    expect([at(16, 100), at(20, 80), at(16, 80), at(20, 100), at(1, 80)]).toEqual([
      'no age',
      'no count',
      'warn count',
      'no count',
      'warn age',
    ]);
  });

  it('is not helped by a clock that was set back', () => {
    const latest = { latestTime: NOW };
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000 }), fc.nat(), (hours, back) => {
        expect(aged(hours, latest, NOW - back).may).toBe('no');
      }),
    );
  });

  it('is never more allowed with more waiting, an older form, a later clock or a lower limit', () => {
    const rank = { yes: 0, warn: 1, no: 2 } as const;
    const worse = (one: BeginFacts, other: BeginFacts, now: number, later = now) =>
      rank[mayBegin(one, now).may] <= rank[mayBegin(other, later).may];
    const times = fc.integer({ min: 0, max: 400 * HOUR });
    fc.assert(
      fc.property(
        fc.record({ unsent: fc.nat(100), limit: fc.integer({ min: 20, max: 80 }), age: times }),
        fc.record({ more: fc.nat(9), older: times, later: times }),
        ({ age, limit: maxUnsent, unsent }, { later, more, older }) => {
          const policy = { version: '1', maxUnsent, maxAgeHours: 72 };
          const one = facts({ policy, unsent, oldestSubmittedAt: NOW - age, latestTime: NOW });
          expect(worse(one, { ...one, unsent: unsent + more }, NOW)).toBe(true);
          expect(worse(one, { ...one, oldestSubmittedAt: NOW - age - older }, NOW)).toBe(true);
          expect(worse(one, { ...one, latestTime: NOW + later }, NOW)).toBe(true);
          expect(worse(one, one, NOW, NOW + later)).toBe(true);
          const lower = { ...policy, maxUnsent: maxUnsent - more };
          expect(worse(one, { ...one, policy: lower }, NOW)).toBe(true);
        },
      ),
    );
  });

  it('is never refused below 20 waiting and 24 hours, whatever the policy says', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (maxUnsent, maxAgeHours) => {
        const { policy = null } = limitsIn({ policy: { version: '1', maxUnsent, maxAgeHours } });
        const oldestSubmittedAt = NOW - 24 * HOUR + 1;
        expect(
          mayBegin(facts({ policy, unsent: 19, oldestSubmittedAt, latestTime: NOW }), NOW).may,
        ).not.toBe('no');
      }),
    );
    for (const limit of [0, -1, 1, -1e9]) {
      const { policy = null } = limitsIn({
        policy: { version: '1', maxUnsent: limit, maxAgeHours: limit },
      });
      expect(policy).toEqual({ version: '1', maxUnsent: 20, maxAgeHours: 24 });
    }
  });
});
