import { pauseOf } from '../../../domain/submission-state.ts';
import type { Hold } from '../../../domain/submission-types.ts';
import { count } from '../../../messages/count.ts';
import { formatNumber, formatWhen } from '../../../messages/formats.ts';
import { readyText } from '../../../messages/help.ts';
import { format } from '../../../messages/text.ts';
import { pauseText } from '../../../messages/worker.ts';
import type { Readiness } from '../../../store/device/device-storage.ts';
import { customersThatFit } from '../../../store/files/disk-space.ts';
import type { StorageState } from '../storage-state.ts';

/** The state of a permission. `unknown`: the browser reports it only after a request. */
export type Allowed = 'granted' | 'prompt' | 'denied' | 'unknown';

export type ReadyFacts = Readonly<{
  /** Null if no service worker caches the files. */
  missingFiles: number | null;
  storage: StorageState;
  location: Allowed;
  /** True if the last search that the agent began here found no location. */
  noLocation: boolean;
  /** Null if the browser does not report cameras. */
  hasCamera: boolean | null;
  /** Null if this browser sends only while Veld is open, because notifications are then useless. */
  alerts: Allowed | null;
  /** The agent's choice in Settings. A wipe loses it, and the browser's permission stays. */
  wantsAlerts: boolean;
  /** The difference between the phone's clock and the server's, in ms. Null if the server did not answer. */
  clockOffMs: number | null;
  records: Readiness;
  hold: Hold | null;
  /** The lines that the agent put aside. */
  aside: readonly string[];
  now: number;
}>;

/**
 * `stop`: it stops sending or saving. `todo`: it is good to do. `aside`: the agent put it aside. `unknown`: the browser
 * does not say.
 */
export type LineState = 'stop' | 'todo' | 'aside' | 'good' | 'unknown';
export type LineId = keyof ReturnType<typeof readyText>['name'];
export type LineAction =
  | 'load'
  | 'check'
  | 'protect'
  | 'location'
  | 'locate'
  | 'alerts'
  | 'numbers'
  | 'help'
  | 'outbox';

export type ReadyLine = Readonly<{
  id: LineId;
  state: LineState;
  title: string;
  /** Why it matters. */
  text: string;
  /** Null if there is nothing to do. */
  action: LineAction | null;
}>;

const MIN_FORMS = 5;
const FEW_FORMS = 50;
const MAX_CLOCK_OFF_MS = 5 * 60_000;
const MAX_UNSENT_MS = 24 * 3_600_000;
/** With fewer references, the agent should get more. */
export const MIN_FORM_NUMBERS = 5;

const good = (id: LineId, title: string = readyText().name[id]): ReadyLine => ({
  id,
  state: 'good',
  title,
  text: readyText().good[id],
  action: null,
});

const unknown = (id: LineId, text: string, action: LineAction): ReadyLine => ({
  id,
  state: 'unknown',
  title: readyText().name[id],
  text,
  action,
});

const stop = (id: LineId, title: string, text: string, action: LineAction): ReadyLine => ({
  id,
  state: 'stop',
  title,
  text,
  action,
});

const todo = (
  id: keyof ReturnType<typeof readyText>['todoName'],
  text: string,
  action: LineAction,
): ReadyLine => ({ id, state: 'todo', title: readyText().todoName[id], text, action });

/** Null while nothing is paused. */
function pauseLine({ hold }: ReadyFacts): ReadyLine | null {
  const pause = pauseOf(hold);
  return pause === null ? null : stop('paused', pauseText().title, pauseText()[pause], 'help');
}

function offlineLine({ missingFiles }: ReadyFacts): ReadyLine {
  const t = readyText();
  if (missingFiles === null) return stop('offline', t.notLoaded, t.notLoadedDetail, 'load');
  return missingFiles === 0
    ? good('offline')
    : stop('offline', t.incomplete, t.incompleteDetail, 'check');
}

function clockLine({ clockOffMs }: ReadyFacts): ReadyLine {
  const t = readyText();
  if (clockOffMs === null) return unknown('clock', t.clockUnknown, 'check');
  if (Math.abs(clockOffMs) <= MAX_CLOCK_OFF_MS) return good('clock');
  const minutes = Math.round(Math.abs(clockOffMs) / 60_000);
  return stop('clock', count(t.clockOff, minutes), t.clockDetail, 'check');
}

function storageLine({ storage: { free } }: ReadyFacts): ReadyLine {
  const t = readyText();
  if (free === null) return unknown('storage', t.roomUnknown, 'check');
  const forms = customersThatFit(free);
  if (forms < MIN_FORMS)
    return stop(
      'storage',
      forms === 0 ? t.full : count(t.roomShort, forms),
      t.roomShortDetail,
      'check',
    );
  return forms < FEW_FORMS
    ? todo('storage', count(t.roomShort, forms), 'check')
    : good('storage', format(t.room, { count: formatNumber(forms) }));
}

function keptLine({ storage: { persisted } }: ReadyFacts): ReadyLine {
  const t = readyText();
  if (persisted === null) return unknown('kept', t.keptUnknown, 'check');
  return persisted ? good('kept') : todo('kept', t.notKept, 'protect');
}

function cameraLine({ hasCamera }: ReadyFacts): ReadyLine {
  const t = readyText();
  if (hasCamera === null) return unknown('camera', t.cameraUnknown, 'check');
  return hasCamera ? good('camera') : todo('camera', t.noCamera, 'check');
}

function permissionLine(id: 'location' | 'alerts', allowed: Allowed): ReadyLine {
  const t = readyText();
  switch (allowed) {
    case 'granted':
      return good(id);
    case 'prompt':
      return todo(id, t.why[id], id);
    case 'denied':
      return todo(id, t.denied, 'check');
    case 'unknown':
      return unknown(id, t.locationUnknown, id);
  }
}

function locationLine({ location, noLocation }: ReadyFacts): ReadyLine {
  const t = readyText();
  const line = permissionLine('location', location);
  if (!noLocation || line.state === 'todo') return line;
  return { ...todo('location', t.noLocationDetail, 'locate'), title: t.noLocation };
}

/** Null if alerts are useless here. */
function alertsLine({ alerts, wantsAlerts }: ReadyFacts): ReadyLine | null {
  if (alerts === null) return null;
  return permissionLine('alerts', alerts === 'granted' && !wantsAlerts ? 'prompt' : alerts);
}

function numbersLine({ records: { formNumbers } }: ReadyFacts): ReadyLine {
  const t = readyText();
  return formNumbers < MIN_FORM_NUMBERS
    ? todo('formNumbers', formNumbers === 0 ? t.noFormNumbers : t.fewFormNumbers, 'numbers')
    : good('formNumbers', count(t.formNumbers, formNumbers));
}

function unsentLine({ records: { oldestUnsentAt }, now }: ReadyFacts): ReadyLine {
  return oldestUnsentAt !== null && now - oldestUnsentAt > MAX_UNSENT_MS
    ? todo('unsent', format(readyText().unsentOld, { at: formatWhen(oldestUnsentAt) }), 'outbox')
    : good('unsent');
}

/** Null if the backend says nothing of sent forms. */
function answersLine({ records: { answersAskedAt } }: ReadyFacts): ReadyLine | null {
  const t = readyText();
  if (answersAskedAt === undefined) return null;
  const text =
    answersAskedAt === null
      ? t.answersNotAsked
      : format(t.answersAsked, { at: formatWhen(answersAskedAt) });
  return { ...good('answers'), text };
}

/** Each line of 'Ready for the field'. */
export function readinessLines(facts: ReadyFacts): readonly ReadyLine[] {
  const lines = [
    pauseLine(facts),
    clockLine(facts),
    storageLine(facts),
    offlineLine(facts),
    alertsLine(facts),
    locationLine(facts),
    keptLine(facts),
    numbersLine(facts),
    unsentLine(facts),
    cameraLine(facts),
    answersLine(facts),
  ].filter((line) => line !== null);
  return lines.map((line) =>
    line.state === 'todo' && facts.aside.includes(line.id) ? { ...line, state: 'aside' } : line,
  );
}

/** The lines of permissions that are good, and of the operator's answers, as one line. */
const JOINED: readonly LineId[] = ['location', 'camera', 'alerts', 'answers'];

/** The last rank: each line that needs no action. Some good lines share one, because the list must be short. */
export function linesAtRest(lines: readonly ReadyLine[]): readonly ReadyLine[] {
  const rest = lines.filter(({ state }) => state !== 'stop' && state !== 'todo');
  const joined = rest.filter(({ id, state }) => state === 'good' && JOINED.includes(id));
  const [first] = joined;
  if (first === undefined) return rest;
  const line = {
    ...first,
    title: joined.map(({ title }) => title).join(' · '),
    text: joined.map(({ text }) => text).join(' '),
  };
  return rest.flatMap((one) => {
    if (one === first) return line;
    return joined.includes(one) ? [] : one;
  });
}

/** The number of lines that need an action. Lines that are unknown or put aside do not count. */
export const thingsToDo = (lines: readonly ReadyLine[]): number =>
  lines.filter(({ state }) => state === 'stop' || state === 'todo').length;
