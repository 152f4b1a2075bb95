import { useObservable } from 'dexie-react-hooks';
import { type Later, later } from '../platform/timers.ts';
import type { Query } from './db/query.ts';

/** A press of which nobody saw the end, as where the system took it over, holds nothing up for longer, ms. */
const MAX_PRESS_MS = 5_000;
/** Once the finger is lifted, the click comes within, ms. */
const CLICK_WITHIN_MS = 100;

/** Runs it at once, or where something is pressed, when that is over; the returned function calls it off. */
export type AfterPress = (run: () => void) => () => void;

/** @param page where its events arrive */
export function watchPress(
  page: Pick<EventTarget, 'addEventListener'>,
  after: Later = later,
): AfterPress {
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
  // Before any handler of the page's own, which may keep an event to itself.
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
 * The same query, of which no new answer is told while something is pressed: what a sending changes on the screen would move it
 * away from under the finger, and the press would be lost, or fall on what came in its place. The first answer is always told.
 */
export const steady = <T>(query: Query<T>, afterPress: AfterPress): Query<T> => ({
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

let afterPress: AfterPress | undefined;

/**
 * The answer to a query of the store's, live, for as long as the component stands, and steady under a finger; `otherwise` until it
 * is known. A failure is thrown to the screen. `make` runs anew when one of `needs` has changed.
 */
export const useStored = <T, Otherwise = undefined>(
  make: () => Query<T>,
  needs: unknown[],
  otherwise?: Otherwise,
): T | Otherwise =>
  useObservable<T, Otherwise>(
    () => {
      afterPress ??= watchPress(globalThis);
      // Asked once the component stands, and not before to see whether there happens to be an answer.
      return { ...steady(make(), afterPress), hasValue: () => false };
    },
    needs,
    otherwise as Otherwise,
  );
