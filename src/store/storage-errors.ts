/** The disk, or our share of it, is full: every browser's and Dexie's spelling of it. */
export const isQuotaError = (error: unknown): boolean =>
  namesOf(error).some(
    (name) => name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED',
  );

/** The connection is gone though the database is there (iOS drops it in the background). */
export const isConnectionLost = (error: unknown): boolean =>
  namesOf(error).some((name) => name === 'DatabaseClosedError' || name === 'InvalidStateError') ||
  textsOf(error).some((text) => text.includes('Connection to Indexed Database server lost'));

/** The error and what it wraps: Dexie puts a quota error inside an AbortError. */
function chain(error: unknown): readonly unknown[] {
  const found: unknown[] = [];
  let current = error;
  while (current !== null && typeof current === 'object' && found.length < 5) {
    found.push(current);
    current = 'inner' in current ? current.inner : 'cause' in current ? current.cause : null;
  }
  return found;
}

const texts = (error: unknown, key: 'name' | 'message'): readonly string[] =>
  chain(error).flatMap((each) => {
    const text = (each as { name?: unknown; message?: unknown })[key];
    return typeof text === 'string' ? [text] : [];
  });
const namesOf = (error: unknown): readonly string[] => texts(error, 'name');
const textsOf = (error: unknown): readonly string[] => texts(error, 'message');
