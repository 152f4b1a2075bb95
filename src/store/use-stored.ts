import { useObservable } from 'dexie-react-hooks';
import type { Query } from './query.ts';

/**
 * The answer to a query of the store's, live, for as long as the component stands; `otherwise` until it is known. A
 * failure is thrown to the screen. `make` runs anew when one of `needs` has changed.
 */
export const useStored = <T, Otherwise = undefined>(
  make: () => Query<T>,
  needs: unknown[],
  otherwise?: Otherwise,
): T | Otherwise =>
  useObservable<T, Otherwise>(
    // Asked once the component stands, and not before to see whether there happens to be an answer.
    () => ({ ...make(), hasValue: () => false }),
    needs,
    otherwise as Otherwise,
  );
