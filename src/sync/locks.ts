import type { SubmissionId } from '../domain/ids.ts';
import type { SyncPorts } from './ports/ports.ts';

const TRY_EVERY_MS = 50;
const TRY_FOR_MS = 10_000;

/**
 * Runs `work` under the lock `name`. Waits if another tab or the worker has the lock.
 * @returns null if the lock was not free within ten seconds
 */
export async function withLock<T>(
  { clock, lock }: Pick<SyncPorts, 'clock' | 'lock'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const idle = new AbortController().signal;
  for (let waited = 0; ; waited += TRY_EVERY_MS) {
    const done = await lock.ifFree(name, work);
    if (done.ran) return done.value;
    if (waited >= TRY_FOR_MS) return null;
    await clock.sleep(TRY_EVERY_MS, idle);
  }
}

/** Work at the second copy that takes more seconds counts as hanging. The largest form takes about ten. */
const MAX_SECONDS = 30;
/** The limit of short work. It is below the ten seconds for which others wait for the submission's lock. */
export const SHORT_SECONDS = 8;

type CopyPorts = Pick<SyncPorts, 'clock' | 'secondCopy'>;
type SecondCopy = SyncPorts['secondCopy'];

/**
 * Rejects if `work` hangs at the second copy, so that its lock is released. After that, the ports of `work` refuse every call of the
 * second copy. So late work cannot overwrite a newer copy. Counts sleeps of one second, because a single timer would also count the
 * time in which the phone sleeps.
 */
export async function withTimeLimit<Ports extends CopyPorts, T>(
  ports: Ports,
  work: (limited: Ports) => Promise<T>,
  seconds = MAX_SECONDS,
): Promise<T> {
  const [finished, late] = [new AbortController(), new AbortController()];
  const working = work({ ...ports, secondCopy: untilAborted(ports.secondCopy, late.signal) });
  // The race below handles a rejection. This line ignores a rejection after the time limit.
  working.catch(() => undefined);
  const done = working.then((value) => ({ value }));
  try {
    for (let second = 0; second < seconds; second += 1) {
      const passed = ports.clock.sleep(1000, finished.signal).then(() => null);
      const first = await Promise.race([done, passed]);
      if (first !== null) return first.value;
    }
  } finally {
    finished.abort();
  }
  late.abort();
  throw hangs();
}

const hangs = (): Error => new Error('The second copy did not answer in time.');

/** For work that is long and does not hang: rejects each call of the second copy that hangs. */
export const withTimeLimitPerCall = <Ports extends CopyPorts>(ports: Ports): Ports => ({
  ...ports,
  secondCopy: guarded(ports.secondCopy, (call) => withTimeLimit(ports, call)),
});

/** The second copy until `late` aborts. Then every call rejects, also a call that answers late. */
const untilAborted = (copy: SecondCopy, late: AbortSignal): SecondCopy =>
  guarded(copy, async (call) => {
    if (late.aborted) throw hangs();
    const answer = await call();
    if (late.aborted) throw hangs();
    return answer;
  });

function guarded(copy: SecondCopy, guard: <T>(call: () => Promise<T>) => Promise<T>): SecondCopy {
  return {
    // `state` has a time limit of its own.
    state: copy.state,
    put: (...file) => guard(() => copy.put(...file)),
    get: (...name) => guard(() => copy.get(...name)),
    getText: (...name) => guard(() => copy.getText(...name)),
    names: (folder) => guard(() => copy.names(folder)),
    folders: () => guard(copy.folders),
    removeFile: (...name) => guard(() => copy.removeFile(...name)),
    remove: (folder) => guard(() => copy.remove(folder)),
  };
}

/** The name of the drain's Web Lock. While one drain has the lock, no other drain of the origin starts. */
export const DRAIN_LOCK = 'veld-drain';

/** The name of the Web Lock for a submission. Code holds it while it changes the second copy, until copy and row agree. */
export const submitLock = (id: SubmissionId): string => `veld-submit-${id}`;

/**
 * Runs a person's action under the submission's lock. Waits if a draft's copy or a Submit in another tab has the lock.
 * @returns null if the lock was not free within ten seconds
 */
export const withSubmitLock = <T>(
  ports: Pick<SyncPorts, 'clock' | 'lock'>,
  id: SubmissionId,
  work: () => Promise<T>,
): Promise<T | null> => withLock(ports, submitLock(id), work);
