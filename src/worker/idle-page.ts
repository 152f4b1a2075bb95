import { every, schedule } from '../platform/timers.ts';
import { createPendingWork, isUnsaved, type PendingWork, pendingSaves } from './pending-work.ts';
import type { OnUpdateReady } from './updates.ts';

/**
 * The file chooser counts as open for this long after the page is visible again. By then a chosen file has reached the
 * page. If no file was chosen, some browsers send no event at all.
 */
export const LATE_FILE_MS = 10_000;

type Target = Pick<EventTarget, 'addEventListener'>;

export type ChooserPorts = Readonly<{
  /** Receives the document's events in the capture phase. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Receives 'focus'. */
  window: Target;
  isFileInput: (target: EventTarget | null) => boolean;
  schedule: (ms: number, task: () => void) => void;
}>;

/** Tracks whether a file chooser is open, or the camera app that was opened from it. */
export function watchFileChooser({
  page,
  window,
  isFileInput,
  schedule,
}: ChooserPorts): PendingWork {
  const open = createPendingWork();
  let close: (() => void) | null = null;

  // Closes only after the event's other listeners have run: they register the chosen files as work of the page.
  const closeIn = (ms: number): void => {
    const closing = close;
    if (closing !== null) schedule(ms, closing);
  };
  page.addEventListener(
    'click',
    ({ target }) => {
      if (!isFileInput(target)) return;
      close?.();
      open.add(
        new Promise<void>((resolve) => {
          close = resolve;
        }),
      );
    },
    true,
  );
  for (const answer of ['change', 'cancel'])
    page.addEventListener(answer, ({ target }) => isFileInput(target) && closeIn(0), true);
  // The chooser is modal, so a touch on the page means that it is closed. Some browsers send no 'cancel'.
  for (const touch of ['pointerdown', 'keydown'])
    page.addEventListener(touch, () => closeIn(0), true);
  window.addEventListener('focus', () => closeIn(LATE_FILE_MS));
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') closeIn(LATE_FILE_MS);
  });
  return open;
}

/** How long an answer is valid. The page asks more often. */
export const ANSWER_MS = 3_000;

// Windows of older app versions use these names, too.
const QUESTION = 'isFormOpen';
const ANSWER = 'formIsOpen';

/** The channel between the windows of the app. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

export type OtherTabs = Readonly<{
  /** Call it regularly while the answer matters. */
  ask: () => void;
  /**
   * True if another window answered a moment ago that a form is in use or that it has unsaved work. A frozen window answers nothing: nobody fills
   * in its form.
   */
  isFormInUse: () => boolean;
}>;

/** Asks the other windows, and answers their questions. `now`: milliseconds on a monotonic clock. */
export function watchOtherTabs(
  channel: Channel,
  isInUseHere: () => boolean,
  now: () => number,
): OtherTabs {
  let answeredAt = Number.NEGATIVE_INFINITY;
  channel.onmessage = ({ data }) => {
    if (data === ANSWER) answeredAt = now();
    else if (data === QUESTION && isInUseHere()) channel.postMessage(ANSWER);
  };
  return {
    ask: () => channel.postMessage(QUESTION),
    isFormInUse: () => now() - answeredAt < ANSWER_MS,
  };
}

export const CHECK_EVERY_MS = 1_000;

/** After this time without a touch, a form counts as left alone, ms. */
export const UNTOUCHED_MS = 60_000;

export type FormWatch = Readonly<{
  /** Call it at each touch, key and step back in the history. */
  touch: () => void;
  /** True while a form is open and the page was touched within the last minute. */
  isInUse: () => boolean;
}>;

/** `now`: milliseconds on a monotonic clock. */
export function watchForm(isFormRoute: () => boolean, now: () => number): FormWatch {
  let touchedAt = now();
  return {
    touch: () => {
      touchedAt = now();
    },
    isInUse: () => isFormRoute() && now() - touchedAt < UNTOUCHED_MS,
  };
}

export type QuietPorts = Readonly<{
  /** The browser slows down the timers of a hidden page. So a hidden page gets the other windows' answers too late. */
  isVisible: () => boolean;
  /** True if a reload would lose something now, or if a file chooser or camera is open. */
  isBusy: () => boolean;
  /** True while an agent fills in a form or answers a question, in any window. Also true if another window is busy. */
  isFormInUse: () => boolean;
  /** Asks the other windows whether a form is in use there. Their answers count at the next check. */
  askOthers: () => void;
  every: (ms: number, task: () => void) => () => void;
  /** Calls `task` after each touch and key outside the notice. The returned function stops that. */
  onTouch: (task: () => void) => () => void;
}>;

/** Shows the notice. The returned function removes it, without calling `onClose`. */
export type ShowNotice = (onClose: (how: 'time' | 'person') => void) => () => void;

/**
 * Shows the notice of a new version at the first quiet moment. When the notice closes, the new version takes over and
 * all windows reload. A moment is not quiet while a form is in use in any window, or while this window is hidden. A
 * touch of the form removes the notice, and the next quiet moment shows it again.
 */
export function showNoticeWhenIdle(ports: QuietPorts, show: ShowNotice): OnUpdateReady {
  let activate: Parameters<OnUpdateReady>[0] | null = null;
  let removeNotice: (() => void) | null = null;
  let stopChecking = (): void => {};

  const isQuiet = (): boolean => ports.isVisible() && !ports.isBusy() && !ports.isFormInUse();

  function onClose(how: 'time' | 'person'): void {
    removeNotice = null;
    // Work may have begun since the last check.
    if (how === 'time' && !isQuiet()) return;
    stopChecking();
    // The takeover may have to wait, and needs new answers meanwhile.
    stopChecking = ports.every(CHECK_EVERY_MS, ports.askOthers);
    const update = activate;
    activate = null;
    update?.(isQuiet);
  }

  function check(): void {
    ports.askOthers();
    if (isQuiet()) {
      removeNotice ??= show(onClose);
    } else {
      removeNotice?.();
      removeNotice = null;
    }
  }

  return (next) => {
    // An even newer version replaces the waiting one.
    activate = next;
    stopChecking();
    const stops = [ports.every(CHECK_EVERY_MS, check), ports.onTouch(check)];
    stopChecking = () => {
      for (const stop of stops) stop();
    };
    ports.askOthers();
  };
}

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** A question, or a recovery code, which the page shows once. A person may write it down without a touch. */
const UNREPEATABLE = 'dialog[open], [data-no-reload]';

/** True if a field contains typed text, for example on the lock screen. */
const isTextTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input')].some(
    ({ type, value }) => ['text', 'password', 'search'].includes(type) && value !== '',
  );

/**
 * The ports of `showNoticeWhenIdle` on a real page. `drains`: the drains that run in this page. `settled` resolves once no
 * file chooser is open, and every chosen file and every stroke is on the disk or has failed.
 */
export function watchIdle(
  isFormRoute: () => boolean,
  drains: PendingWork,
): Readonly<{ ports: QuietPorts; settled: () => Promise<void> }> {
  const chooser = watchFileChooser({
    page: document,
    window,
    isFileInput: (target) => isIn(target, 'input[type="file"]'),
    schedule,
  });
  const now = () => performance.now();
  const form = watchForm(() => isFormRoute() || isTextTyped(), now);
  const isFormInUse = () => form.isInUse() || document.querySelector(UNREPEATABLE) !== null;
  const isBusy = () => isUnsaved() || chooser.isUnderWay() || drains.isUnderWay();
  const others = watchOtherTabs(
    new BroadcastChannel('veld-windows'),
    () => isFormInUse() || isBusy(),
    now,
  );
  const touched = new Set<() => void>();
  const touch = ({ target }: Event): void => {
    if (isIn(target, '[data-notices]')) return;
    form.touch();
    for (const task of touched) task();
  };
  for (const type of ['pointerdown', 'keydown', 'input'])
    document.addEventListener(type, touch, { capture: true, passive: true });
  window.addEventListener('popstate', touch);
  // The last answers to a hidden page may be a minute old.
  document.addEventListener('visibilitychange', others.ask);
  return {
    ports: {
      isVisible: () => document.visibilityState === 'visible',
      isBusy,
      isFormInUse: () => isFormInUse() || others.isFormInUse(),
      askOthers: others.ask,
      every,
      onTouch: (task) => {
        touched.add(task);
        return () => touched.delete(task);
      },
    },
    async settled() {
      while (chooser.isUnderWay() || pendingSaves.isUnderWay()) {
        await chooser.allSettled();
        await pendingSaves.allSettled();
      }
    },
  };
}
