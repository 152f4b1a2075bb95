import { count } from '../../../messages/count.ts';
import { formatNumber, formatWhen } from '../../../messages/formats.ts';
import { readyText } from '../../../messages/help.ts';
import { format, sentences } from '../../../messages/text.ts';
import type { Readiness } from '../../../store/device/device-storage.ts';
import type { StorageState } from '../storage-state.ts';

/** The state of a permission. `unknown`: the browser reports it only after a request. */
export type Allowed = 'granted' | 'prompt' | 'denied' | 'unknown';

export type ReadyFacts = Readonly<{
  /** Null if no service worker caches the files. */
  missingFiles: number | null;
  storage: StorageState;
  location: Allowed;
  /** False also if the browser does not report cameras. */
  hasCamera: boolean;
  /** Null if this browser sends only while Veld is open, because notifications are then useless. */
  alerts: Allowed | null;
  /** The difference between the phone's clock and the server's, in ms. Null if the server did not answer. */
  clockOffMs: number | null;
  records: Readiness;
  now: number;
}>;

export type LineState = 'good' | 'todo' | 'unknown';
export type LineId = keyof ReturnType<typeof readyText>['name'];
export type LineAction =
  | 'load'
  | 'check'
  | 'protect'
  | 'location'
  | 'alerts'
  | 'numbers'
  | 'outbox';

export type ReadyLine = Readonly<{
  id: LineId;
  state: LineState;
  /** The current state, and why it matters. */
  text: string;
  /** Null if there is nothing to do. */
  action: LineAction | null;
}>;

/** The photos and signature of one form, with their second copy. */
const BYTES_PER_FORM = 1_000_000;
const FEW_FORMS = 50;
const MAX_CLOCK_OFF_MS = 5 * 60_000;
const MAX_UNSENT_MS = 24 * 3_600_000;
const MIN_FORM_NUMBERS = 5;

function offlineLine({ missingFiles }: ReadyFacts): ReadyLine {
  const t = readyText().offline;
  const id = 'offline';
  if (missingFiles === null) return { id, state: 'todo', text: t.none, action: 'load' };
  return missingFiles === 0
    ? { id, state: 'good', text: t.good, action: null }
    : { id, state: 'todo', text: count(t.missing, missingFiles), action: 'check' };
}

function roomText(free: number | null): string {
  const t = readyText();
  if (free === null) return t.roomUnknown;
  const forms = Math.floor(free / BYTES_PER_FORM);
  return format(forms < FEW_FORMS ? t.roomShort : t.room, { count: formatNumber(forms) });
}

function storageLine({ storage: { free, persisted } }: ReadyFacts): ReadyLine {
  const t = readyText();
  const isShort = free !== null && free < FEW_FORMS * BYTES_PER_FORM;
  const promise = persisted === null ? t.keptUnknown : t[persisted ? 'kept' : 'notKept'];
  const isTodo = isShort || persisted === false;
  const action = persisted === false ? 'protect' : 'check';
  return {
    id: 'storage',
    state: isTodo ? 'todo' : 'good',
    text: sentences(roomText(free), promise),
    action: isTodo ? action : null,
  };
}

function cameraLine({ hasCamera }: ReadyFacts): ReadyLine {
  const t = readyText().camera;
  const id = 'camera';
  return hasCamera
    ? { id, state: 'good', text: t.good, action: null }
    : { id, state: 'unknown', text: t.unknown, action: 'check' };
}

type Permitted = 'location' | 'alerts';

function permissionLine(id: Permitted, allowed: Allowed): ReadyLine {
  const t: Readonly<Record<'good' | 'todo' | 'denied', string>> & { readonly unknown?: string } =
    readyText()[id];
  switch (allowed) {
    case 'granted':
      return { id, state: 'good', text: t.good, action: null };
    case 'prompt':
      return { id, state: 'todo', text: t.todo, action: id };
    case 'denied':
      return { id, state: 'todo', text: t.denied, action: 'check' };
    case 'unknown':
      return { id, state: 'unknown', text: t.unknown ?? t.todo, action: id };
  }
}

function clockLine({ clockOffMs }: ReadyFacts): ReadyLine {
  const t = readyText();
  const id = 'clock';
  if (clockOffMs === null) return { id, state: 'unknown', text: t.clockUnknown, action: 'check' };
  if (Math.abs(clockOffMs) <= MAX_CLOCK_OFF_MS)
    return { id, state: 'good', text: t.clockGood, action: null };
  const minutes = Math.round(Math.abs(clockOffMs) / 60_000);
  return { id, state: 'todo', text: count(t.clockOff, minutes), action: 'check' };
}

function numbersLine({ records: { formNumbers } }: ReadyFacts): ReadyLine {
  const t = readyText();
  const text = formNumbers === 0 ? t.noFormNumbers : count(t.formNumbers, formNumbers);
  return formNumbers < MIN_FORM_NUMBERS
    ? { id: 'formNumbers', state: 'todo', text, action: 'numbers' }
    : { id: 'formNumbers', state: 'good', text, action: null };
}

function unsentLine({ records: { oldestUnsentAt }, now }: ReadyFacts): ReadyLine {
  const t = readyText();
  return oldestUnsentAt !== null && now - oldestUnsentAt > MAX_UNSENT_MS
    ? {
        id: 'unsent',
        state: 'todo',
        text: format(t.unsentOld, { at: formatWhen(oldestUnsentAt) }),
        action: 'outbox',
      }
    : { id: 'unsent', state: 'good', text: t.unsentGood, action: null };
}

/** Each line of 'Ready for the field'. */
export const readinessLines = (facts: ReadyFacts): readonly ReadyLine[] => [
  offlineLine(facts),
  storageLine(facts),
  permissionLine('location', facts.location),
  cameraLine(facts),
  ...(facts.alerts === null ? [] : [permissionLine('alerts', facts.alerts)]),
  clockLine(facts),
  numbersLine(facts),
  unsentLine(facts),
];

/** The number of lines that need an action. Lines with an unknown state do not count. */
export const thingsToDo = (lines: readonly ReadyLine[]): number =>
  lines.filter(({ state }) => state === 'todo').length;
