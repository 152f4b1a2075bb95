import { useObservable } from 'dexie-react-hooks';
import { type AfterPress, steady, watchPress } from './press.ts';
import type { Query } from './query.ts';

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
