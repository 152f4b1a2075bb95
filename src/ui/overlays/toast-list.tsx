import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toast, useToaster } from 'react-hot-toast/headless';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { schedule } from '../../platform/timers.ts';
import { buttonClass } from '../content/button.tsx';
import { classNames } from '../content/class-names.ts';
import { IconCheck, IconClose, IconError, IconInfo, IconWarning } from '../frame/icons.tsx';
import {
  actOnToast,
  dismissToast,
  PAUSING_GROUP,
  STEADY_GROUP,
  showToast,
  toastLedger,
} from './show-toast.ts';
import styles from './toast-list.module.css';
import { type RequestedToast, requestedToasts } from './toasts.ts';

/** Bars that may stay at the screen's lower edge have this attribute. */
const BARS = '[data-bar]';
/** Toasts cover neither a surface for drawing, such as the signature pad, nor the screen's main button. */
const UNCOVERED = ['[data-pad]', `.${buttonClass('primary').replace(' ', '.')}`].join();
const CONTROLS = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary'].join();

/** Returns how much of the screen's lower edge the bar or the keyboard covers, in px. */
function takenBelow(): number {
  const edges = [...document.querySelectorAll(BARS)]
    .filter((bar) => getComputedStyle(bar).position !== 'static')
    .map((bar) => bar.getBoundingClientRect())
    // On a wide screen, the tabs are at the left.
    .filter(({ bottom }) => bottom >= innerHeight - 1)
    .map(({ top }) => top);
  // A keyboard shrinks the visible part of the page, but moves no element.
  const visible = window.visualViewport;
  if (visible) edges.push(visible.offsetTop + visible.height);
  return Math.max(0, innerHeight - Math.min(innerHeight, ...edges));
}

const isOver = (one: DOMRect, other: DOMRect): boolean =>
  one.top < other.bottom &&
  other.top < one.bottom &&
  one.left < other.right &&
  other.left < one.right;

/** The space between the toasts and what is below them, in px. */
const GAP = 12;

/** Returns how far the toasts must rise, in px. Returns 0 if the space above is too small. */
function liftAbove(toasts: DOMRect): number {
  let lift = 0;
  for (const each of [...document.querySelectorAll(UNCOVERED)].reverse()) {
    const box = each.getBoundingClientRect();
    const risen = new DOMRect(toasts.x, toasts.y - lift, toasts.width, toasts.height);
    if (isOver(box, risen)) lift = toasts.bottom - box.top + GAP;
  }
  return toasts.top >= lift ? lift : 0;
}

/**
 * Removes the space at the page's end only while it is out of view. Otherwise the button that the person is about to
 * press would move.
 */
function giveBack(): void {
  const { scrollHeight, style } = document.documentElement;
  const unseen = scrollHeight - innerHeight - scrollY;
  if (scrollY > 0 && unseen < Number.parseFloat(style.getPropertyValue('--toast-room'))) return;
  style.removeProperty('--toast-room');
  document.removeEventListener('scroll', giveBack);
}

/**
 * Keeps the toasts above the bar or keyboard, the signature pad and the main button, and the focused control visible. Adds the
 * toasts' height to the page, and scrolls the page if needed. The returned function stops this.
 */
export function keepPlace(toaster: HTMLElement): () => void {
  const { style } = document.documentElement;

  function uncover(): void {
    const control = document.activeElement;
    if (control === null || !control.matches(CONTROLS) || toaster.contains(control)) return;
    if (!isOver(control.getBoundingClientRect(), toaster.getBoundingClientRect())) return;
    style.setProperty('--toast-lift', '0px');
    control.scrollIntoView({ block: 'nearest' });
  }

  function place(): void {
    const below = takenBelow();
    style.setProperty('--toast-base', `${below}px`);
    style.setProperty('--toast-lift', '0px');
    const box = toaster.getBoundingClientRect();
    style.setProperty('--toast-room', `${innerHeight - below - box.top}px`);
    style.setProperty('--toast-lift', `${liftAbove(box)}px`);
    uncover();
  }

  document.removeEventListener('scroll', giveBack);
  const ending = new AbortController();
  const options = { signal: ending.signal };
  window.addEventListener('resize', place, options);
  window.visualViewport?.addEventListener('resize', place, options);
  window.visualViewport?.addEventListener('scroll', place, options);
  document.addEventListener('focusin', place, options);
  document.addEventListener('scroll', place, { ...options, passive: true });
  const sizes = new ResizeObserver(place);
  sizes.observe(toaster);
  // Another screen may have another bar.
  const screens = new MutationObserver(place);
  screens.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    sizes.disconnect();
    screens.disconnect();
    document.addEventListener('scroll', giveBack);
    giveBack();
  };
}

/** The shortest time that a toast stays while others wait. */
const READING_MS = 3_000;

const icons = { info: IconInfo, success: IconCheck, warning: IconWarning, error: IconError };

/** The reason for a paused timer. The pointer and the focus are each on at most one toast. */
type PauseCause = 'pointer' | 'focus';
type PausedToasts = Readonly<Record<PauseCause, string | null>>;

interface ToastViewProps {
  readonly id: string;
  readonly visible: boolean;
  readonly shown: RequestedToast;
  readonly onPause: (cause: PauseCause, isOn: boolean) => void;
}

function ToastView({ id, visible, shown, onPause }: ToastViewProps) {
  const { kind = 'info', title, message, action, pauseOnHover = true } = shown;
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause the timer; buttons act.
    <div
      className={classNames(styles['toast'], styles[kind], !visible && styles['leaving'])}
      onBlur={() => onPause('focus', false)}
      onFocus={() => onPause('focus', true)}
      onPointerLeave={() => onPause('pointer', false)}
      // Only a movement counts, because a toast may appear under a resting mouse.
      onPointerMove={() => onPause('pointer', true)}
    >
      <Icon className={styles['icon']} />
      <div className={styles['words']}>
        {title ? <p className={styles['title']}>{title}</p> : null}
        <p id={`${id}-message`}>{message}</p>
      </div>
      {action ? (
        <button
          aria-describedby={`${id}-message`}
          className={styles['action']}
          onClick={() => actOnToast(id)}
          type="button"
        >
          {action.label}
        </button>
      ) : null}
      {pauseOnHover ? null : (
        <button
          aria-describedby={`${id}-message`}
          aria-label={controlsLazyText().closeToast}
          className={styles['close']}
          onClick={() => dismissToast(id)}
          type="button"
        >
          <IconClose />
        </button>
      )}
    </div>
  );
}

export interface ToastListProps {
  /**
   * The page's live regions. They must exist before the toasts, because screen readers announce
   * only changes of existing regions.
   */
  readonly urgent: HTMLElement;
  readonly calm: HTMLElement;
}

/**
 * Pauses the group's timers while the pointer or the focus is on one of its toasts. A toast that is leaving does not
 * count.
 */
function usePausing({ toasts, handlers }: ReturnType<typeof useToaster>) {
  const [paused, setPaused] = useState<PausedToasts>({ pointer: null, focus: null });
  const { startPause, endPause } = handlers;
  const isHeld = toasts.some(({ id, visible }) => visible && Object.values(paused).includes(id));
  useEffect(() => {
    if (isHeld) startPause();
  }, [isHeld, startPause]);
  // `endPause` is a new function after each pause. So this effect also runs for a pause that began late.
  useEffect(() => {
    if (!isHeld) endPause();
  }, [isHeld, endPause]);
  const onPauseOf = (id: string) => (cause: PauseCause, isOn: boolean) =>
    setPaused((before) => {
      if ((before[cause] === id) === isOn) return before;
      return { ...before, [cause]: isOn ? id : null };
    });
  return { isHeld, onPauseOf };
}

/** True if the toast may leave early for the next one. A toast with a button or its own time stays. */
const makesRoom = (id: string): boolean => {
  const { action, pauseOnHover = true } = toastLedger.find(id) ?? {};
  return action === undefined && pauseOnHover;
};

/** The toasts, one after another. Screen readers announce errors at once, and others when they are idle. */
export function ToastList({ urgent, calm }: ToastListProps) {
  const requested = useSyncExternalStore(requestedToasts.subscribe, requestedToasts.snapshot);
  const pausing = useToaster({}, PAUSING_GROUP);
  const steady = useToaster({}, STEADY_GROUP);
  const onScreen = [...steady.toasts, ...pausing.toasts];
  const { isHeld, onPauseOf } = usePausing(pausing);
  const isAnyThere = onScreen.length > 0;
  const isNextWaiting = requested.length > 0;
  const current = onScreen.find(({ visible }) => visible)?.id;
  // After every render, calls `onClose` of the toasts that have left the screen, then shows the next toast.
  useEffect(() => {
    toastLedger.update(onScreen);
    if (!toastLedger.isEmpty()) return;
    const next = requestedToasts.takeNext();
    if (next !== undefined) showToast(next);
  });
  useEffect(() => {
    if (!isNextWaiting || isHeld || current === undefined || !makesRoom(current)) return;
    return schedule(READING_MS, () => toast.dismiss(current));
  }, [isNextWaiting, isHeld, current]);
  useLayoutEffect(() => {
    const toaster = urgent.parentElement;
    return isAnyThere && toaster !== null ? keepPlace(toaster) : undefined;
  }, [isAnyThere, urgent]);

  function views(isUrgent: boolean) {
    return onScreen.map(({ id, visible }) => {
      const shown = toastLedger.find(id);
      if (!shown || (shown.kind === 'error') !== isUrgent) return null;
      return <ToastView id={id} key={id} onPause={onPauseOf(id)} shown={shown} visible={visible} />;
    });
  }

  return [createPortal(views(true), urgent, 'urgent'), createPortal(views(false), calm, 'calm')];
}
