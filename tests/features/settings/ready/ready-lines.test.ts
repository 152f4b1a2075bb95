import { describe, expect, it } from 'vitest';
import {
  linesAtRest,
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
  noLocation: false,
  hasCamera: true,
  alerts: 'granted',
  wantsAlerts: true,
  clockOffMs: minutes(1),
  records: { formNumbers: 20, oldestUnsentAt: now - hours(23) },
  hold: null,
  aside: [],
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

  const paused: ReadyFacts['hold'] = {
    reason: 'auth',
    since: 0,
    nextProbeAt: 0,
    httpStatus: 403,
    tries: 1,
  };

  it.each<[string, 'stop' | 'todo', Partial<ReadyFacts>, string, RegExp]>([
    ['paused', 'stop', { hold: paused }, 'help', /^Sending has stopped This phone is not allowed/],
    ['offline', 'stop', { missingFiles: 2 }, 'check', /^Veld is not complete/],
    ['offline', 'stop', { missingFiles: null }, 'load', /would not open/],
    ['clock', 'stop', { clockOffMs: -minutes(7) }, 'check', /is 7 minutes wrong Sending may fail/],
    [
      'storage',
      'stop',
      { storage: { ...fine.storage, free: 30_000_000 } },
      'check',
      /too full for photos/,
    ],
    ['storage', 'stop', { storage: { ...fine.storage, free: 54_900_000 } }, 'check', /4 more/],
    ['storage', 'todo', { storage: { ...fine.storage, free: 59_900_000 } }, 'check', /9 more/],
    ['kept', 'todo', { storage: { ...fine.storage, persisted: false } }, 'protect', /may be lost/],
    ['location', 'todo', { location: 'prompt' }, 'location', /Each form needs a location/],
    ['location', 'todo', { location: 'denied' }, 'check', /It is blocked/],
    ['location', 'todo', { noLocation: true }, 'locate', /^No location found .* go outside/],
    ['location', 'todo', { location: 'unknown', noLocation: true }, 'locate', /go outside/],
    ['location', 'todo', { location: 'denied', noLocation: true }, 'check', /It is blocked/],
    ['alerts', 'todo', { alerts: 'prompt' }, 'alerts', /^Turn on alerts Hear of a problem/],
    ['alerts', 'todo', { wantsAlerts: false }, 'alerts', /^Turn on alerts Hear of a problem/],
    ['camera', 'todo', { hasCamera: false }, 'check', /No camera found/],
    [
      'formNumbers',
      'todo',
      { records: { ...fine.records, formNumbers: 4 } },
      'numbers',
      /^Get more references Few are left/,
    ],
    [
      'formNumbers',
      'todo',
      { records: { ...fine.records, formNumbers: 0 } },
      'numbers',
      /^Get more references None is left/,
    ],
    [
      'unsent',
      'todo',
      { records: { ...fine.records, oldestUnsentAt: now - hours(25) } },
      'outbox',
      /since 20 Nov 2026, 13:00/,
    ],
  ])('not if the line %s is %s: %o', (id, state, facts, action, words) => {
    const line = lineOf(facts, id);
    expect(line).toMatchObject({ state, action });
    expect(`${line?.title} ${line?.text}`).toMatch(words);
    expect(line?.text.split(' ').length).toBeLessThanOrEqual(12);
    const lines = readinessLines({ ...fine, ...facts });
    expect(thingsToDo(lines)).toBe(1);
    // The agent can put a line aside only if it does not stop sending or saving.
    const aside = readinessLines({ ...fine, ...facts, aside: [id] });
    expect(thingsToDo(aside)).toBe(state === 'stop' ? 1 : 0);
  });

  it('with words that do not promise a location, because only the permission is known', () => {
    expect(lineOf({}, 'location')?.text).toBe('Veld may use the location.');
  });

  it('also if the browser does not report a fact', () => {
    const unknown = {
      location: 'unknown',
      hasCamera: null,
      clockOffMs: null,
      storage: { used: null, free: null, persisted: null },
    } as const;
    expect(thingsToDo(readinessLines({ ...fine, ...unknown }))).toBe(0);
    for (const id of ['location', 'camera', 'clock', 'storage', 'kept'])
      expect(lineOf(unknown, id)).toMatchObject({ state: 'unknown' });
  });

  it('asks for no alerts in a browser that could show none', () => {
    expect(lineOf({ alerts: null, wantsAlerts: false }, 'alerts')).toBeUndefined();
    const blocked = lineOf({ alerts: 'denied', wantsAlerts: false }, 'alerts');
    expect(blocked).toMatchObject({ state: 'todo', action: 'check' });
  });

  it('shows the space as registrations', () => {
    expect(plain(lineOf({}, 'storage')?.title)).toBe('Space for about 2 950 forms');
  });

  it('says when Veld last asked for the operator’s answers, if the backend gives any', () => {
    expect(lineOf({}, 'answers')).toBeUndefined();
    const read = (answersAskedAt: number | null) =>
      lineOf({ records: { ...fine.records, answersAskedAt } }, 'answers');
    expect(read(null)).toMatchObject({
      state: 'good',
      title: 'Operator’s answers',
      text: 'The operator’s answers: Veld has not asked yet.',
    });
    expect(read(now)?.text).toBe('The operator’s answers: Veld last asked 21 Nov 2026, 14:00.');
    // The answers share a line with another fact, so that the list stays short.
    const lines = readinessLines({ ...fine, records: { ...fine.records, answersAskedAt: now } });
    expect(linesAtRest(lines)).toHaveLength(linesAtRest(readinessLines(fine)).length);
  });

  it('has no line about alerts if nothing is sent with Veld closed', () => {
    expect(lineOf({ alerts: null }, 'alerts')).toBeUndefined();
  });
});
