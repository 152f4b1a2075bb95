import { useObservable } from 'dexie-react-hooks';
import { type ScheduleFn, schedule } from '../platform/timers.ts';
import type { Query } from './db/query.ts';

/** The longest time (ms) that a press stops updates. The page may miss a press's end, for example after a system gesture. */
const MAX_PRESS_MS = 5_000;
/** The longest time (ms) between the end of a press and its click. */
const CLICK_WITHIN_MS = 100;

/** Runs `run` at once, or after the current press. The returned function cancels it. */
export type RunAfterPress = (run: () => void) => () => void;

/** @param page the target of the pointer events */
export function watchPointer(
  page: Pick<EventTarget, 'addEventListener'>,
  after: ScheduleFn = schedule,
): RunAfterPress {
  const waiting = new Set<() => void>();
  let isPressed = false;
  let callOff = () => {};
  const endIn = (ms: number): void => {
    callOff();
    callOff = after(ms, () => {
      isPressed = false;
      for (const run of waiting) run();
      waiting.clear();
    });
  };
  // Listens before the page's own handlers, which may stop an event.
  page.addEventListener(
    'pointerdown',
    () => {
      isPressed = true;
      endIn(MAX_PRESS_MS);
    },
    true,
  );
  for (const end of ['pointerup', 'pointercancel'])
    page.addEventListener(end, () => endIn(CLICK_WITHIN_MS), true);

  return (run) => {
    if (!isPressed) {
      run();
      return () => {};
    }
    waiting.add(run);
    return () => void waiting.delete(run);
  };
}

/**
 * The same query, without updates during a press. Otherwise an update could move the pressed button, so that the press is lost or hits
 * another button. The first value is always passed on.
 */
export const holdWhilePressed = <T>(query: Query<T>, afterPress: RunAfterPress): Query<T> => ({
  read: query.read,
  subscribe(onValue, onError) {
    let hasAnswered = false;
    let callOff = () => {};
    const end = query.subscribe((value) => {
      callOff();
      if (hasAnswered) callOff = afterPress(() => onValue(value));
      else onValue(value);
      hasAnswered = true;
    }, onError);
    return () => {
      callOff();
      end();
    };
  },
});

let afterPress: RunAfterPress | undefined;

/**
 * Returns the live value of a store query, or `otherwise` until the value is known. The value does not change during a press. If the
 * query fails, throws the error for the error screen. `make` runs again when a value in `needs` changes.
 */
export const useStored = <T, Otherwise = undefined>(
  make: () => Query<T>,
  needs: unknown[],
  otherwise?: Otherwise,
): T | Otherwise =>
  useObservable<T, Otherwise>(
    () => {
      afterPress ??= watchPointer(globalThis);
      // The hook subscribes after the component is mounted, and does not read a value before.
      return { ...holdWhilePressed(make(), afterPress), hasValue: () => false };
    },
    needs,
    otherwise as Otherwise,
  );
