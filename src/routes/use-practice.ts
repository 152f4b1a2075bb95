import { useEffect, useState } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import { flushAllDrafts } from '../features/form/autosave.ts';
import { openPractice, type Practice } from '../store/practice-store.ts';
import { loadCapture } from './lazy-capture.tsx';

/** Deletes it, once what is under way has ended: else that would be tried again for as long as the page lives. */
async function leave({ store, leave }: Practice): Promise<void> {
  // Without its code no file can have been chosen.
  const queue = (await loadCapture().catch(() => null))?.fileQueueOf(store);
  for (const { key } of queue?.snapshot() ?? []) queue?.dismiss(key);
  await flushAllDrafts();
  await leave();
}

const isThere = async ({ store }: Practice, id: SubmissionId): Promise<boolean> =>
  (await store.drafts.open(id)).status === 'open';

/**
 * What is practised with, from its opening until the component goes, and then deleted; null until it is open. `id`: of the form
 * with which a page that was loaded anew goes on; `onGone`: the browser's history led to one that is there no longer.
 */
export function usePractice(
  id: SubmissionId | undefined,
  onGone: () => Promise<void>,
): Practice | null {
  const [practice, setPractice] = useState<Practice | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address gets its id later, in the same practice.
  useEffect(() => {
    let isOver = false;
    const opening = openPractice(navigator.locks, id);
    const opened = async (): Promise<void> => {
      const open = await opening;
      if (id !== undefined && !(await isThere(open, id))) await onGone();
      if (!isOver) setPractice(open);
    };
    opened().catch((error: unknown) => {
      // The route's error screen says what can be done.
      setPractice(() => {
        throw error;
      });
    });
    return () => {
      isOver = true;
      // Where it could not be opened there is nothing to delete; what can't be deleted now is at the next start.
      opening.then(leave).catch(() => undefined);
    };
  }, []);
  useEffect(() => {
    if (practice === null || id === undefined) return;
    isThere(practice, id)
      .then((there) => (there ? undefined : onGone()))
      // What can't be read the form itself says.
      .catch(() => undefined);
  }, [practice, id, onGone]);
  return practice;
}
