import { describe, expect, it } from 'vitest';
import {
  type ReadyFacts,
  readinessLines,
  thingsToDo,
} from '../../../../src/features/settings/ready/ready-lines.ts';

const now = Date.parse('2026-11-21T14:00');
const hours = (n: number): number => n * 3_600_000;
const minutes = (n: number): number => n * 60_000;

const fine: ReadyFacts = {
  missingFiles: 0,
  storage: { used: 5_000_000, free: 3_000_000_000, persisted: true },
  location: 'granted',
  hasCamera: true,
  alerts: 'granted',
  clockOffMs: minutes(1),
  records: { formNumbers: 20, oldestUnsentAt: now - hours(23) },
  now,
};

const lineOf = (facts: Partial<ReadyFacts>, id: string) =>
  readinessLines({ ...fine, ...facts }).find((line) => line.id === id);
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a phone is ready for the field', () => {
  it('if every line is good, and then has no buttons', () => {
    const lines = readinessLines(fine);
    expect(lines.map(({ state }) => state)).toEqual(lines.map(() => 'good'));
    expect(lines.map(({ action }) => action)).toEqual(lines.map(() => null));
    expect(thingsToDo(lines)).toBe(0);
  });

  it.each<[string, Partial<ReadyFacts>, string, RegExp]>([
    ['offline', { missingFiles: 2 }, 'check', /^Veld is not complete: 2 files are missing/],
    ['offline', { missingFiles: null }, 'load', /would not open/],
    ['storage', { storage: { ...fine.storage, persisted: false } }, 'protect', /may be lost/],
    [
      'storage',
      { storage: { ...fine.storage, free: 9_900_000 } },
      'check',
      /^Space for about 9 forms only\. Free/,
    ],
    ['location', { location: 'prompt' }, 'location', /^Each form asks for a location/],
    ['location', { location: 'denied' }, 'check', /Location is off/],
    ['alerts', { alerts: 'prompt' }, 'alerts', /No names are shown/],
    ['clock', { clockOffMs: -minutes(7) }, 'check', /is 7 minutes wrong/],
    ['formNumbers', { records: { ...fine.records, formNumbers: 0 } }, 'numbers', /Get some/],
    ['formNumbers', { records: { ...fine.records, formNumbers: 4 } }, 'numbers', /^4 references/],
    [
      'unsent',
      { records: { ...fine.records, oldestUnsentAt: now - hours(25) } },
      'outbox',
      /since 20 Nov 2026, 13:00/,
    ],
  ])('not where %s says %o', (id, facts, action, words) => {
    expect(lineOf(facts, id)).toMatchObject({ state: 'todo', action });
    expect(lineOf(facts, id)?.text).toMatch(words);
    expect(thingsToDo(readinessLines({ ...fine, ...facts }))).toBe(1);
  });

  it('also if the browser does not report a fact', () => {
    const unknown = {
      location: 'unknown',
      hasCamera: false,
      clockOffMs: null,
      storage: { used: null, free: null, persisted: null },
    } as const;
    expect(thingsToDo(readinessLines({ ...fine, ...unknown }))).toBe(0);
    expect(lineOf(unknown, 'clock')).toMatchObject({ state: 'unknown', action: 'check' });
  });

  it('shows the space as registrations', () => {
    expect(plain(lineOf({}, 'storage')?.text)).toContain('Space for about 3 000 forms');
  });

  it('has no line about alerts if nothing is sent with Veld closed', () => {
    expect(lineOf({ alerts: null }, 'alerts')).toBeUndefined();
  });
});
