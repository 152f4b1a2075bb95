import { describe, expect, it } from 'vitest';
import {
  type ReadyFacts,
  readyLines,
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
  readyLines({ ...fine, ...facts }).find((line) => line.id === id);
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a phone is ready for the field', () => {
  it('where every line is good, and then there is nothing to press', () => {
    const lines = readyLines(fine);
    expect(lines.map(({ state }) => state)).toEqual(lines.map(() => 'good'));
    expect(lines.map(({ action }) => action)).toEqual(lines.map(() => null));
    expect(thingsToDo(lines)).toBe(0);
  });

  it.each<[string, Partial<ReadyFacts>, string, RegExp]>([
    ['offline', { missingFiles: 2 }, 'check', /^2 files of Veld are not on this phone yet/],
    ['offline', { missingFiles: null }, 'load', /would not open/],
    ['storage', { storage: { ...fine.storage, persisted: false } }, 'protect', /may clear/],
    [
      'storage',
      { storage: { ...fine.storage, free: 9_900_000 } },
      'check',
      /^About 9 regis.*delete/,
    ],
    ['location', { location: 'prompt' }, 'location', /^Each form says where it was signed/],
    ['location', { location: 'denied' }, 'check', /blocks it/],
    ['alerts', { alerts: 'prompt' }, 'alerts', /never show a customer’s name/],
    ['clock', { clockOffMs: -minutes(7) }, 'check', /by 7 minutes/],
    ['formNumbers', { records: { ...fine.records, formNumbers: 0 } }, 'numbers', /Fetch some/],
    ['formNumbers', { records: { ...fine.records, formNumbers: 4 } }, 'numbers', /^4 customers/],
    [
      'unsent',
      { records: { ...fine.records, oldestUnsentAt: now - hours(25) } },
      'outbox',
      /since 20 Nov 2026, 13:00/,
    ],
  ])('not where %s says %o', (id, facts, action, words) => {
    expect(lineOf(facts, id)).toMatchObject({ state: 'todo', action });
    expect(lineOf(facts, id)?.text).toMatch(words);
    expect(thingsToDo(readyLines({ ...fine, ...facts }))).toBe(1);
  });

  it('and what the browser does not tell keeps nobody at home', () => {
    const unknown = {
      location: 'unknown',
      hasCamera: false,
      clockOffMs: null,
      storage: { used: null, free: null, persisted: null },
    } as const;
    expect(thingsToDo(readyLines({ ...fine, ...unknown }))).toBe(0);
    expect(lineOf(unknown, 'clock')).toMatchObject({ state: 'unknown', action: 'check' });
  });

  it('says the room as registrations', () => {
    expect(plain(lineOf({}, 'storage')?.text)).toContain('About 3 000 registrations have room.');
  });

  it('says nothing of alerts where nothing is sent with Veld closed', () => {
    expect(lineOf({ alerts: null }, 'alerts')).toBeUndefined();
  });
});
