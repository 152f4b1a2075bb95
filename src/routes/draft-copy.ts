import { useEffect } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Services } from '../services/services.ts';
import { useStored } from '../store/use-stored.ts';
import { later } from '../timers.ts';

/** So long after the last change, ms: a copy is some kilobytes, and a key press costs two. */
const QUIET_FOR_MS = 3000;

/** Where its code can't be fetched there is no copy, as where the disk is full; the draft itself is safe. */
const keepCopy = (sync: Services['sync'], id: SubmissionId): Promise<void> =>
  sync().then(
    ({ keepDraftCopy }) => keepDraftCopy(id),
    () => undefined,
  );

/**
 * Keeps a second copy of an open draft, for a browser that loses its database: at each change of section, with each
 * file, when the person pauses, and when the page is put away.
 */
export function useDraftCopy({ store, sync }: Services, id: SubmissionId | null): void {
  const state = useStored(() => store.queries.draftFingerprint(id), [store, id]);
  const captured = state?.captured;
  useEffect(() => {
    if (id !== null && captured !== undefined) void keepCopy(sync, id);
  }, [sync, id, captured]);
  const all = state?.all;
  useEffect(() => {
    if (id === null || all === undefined) return;
    return later(QUIET_FOR_MS, () => void keepCopy(sync, id));
  }, [sync, id, all]);
  useEffect(() => {
    if (id === null) return;
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') void keepCopy(sync, id);
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => document.removeEventListener('visibilitychange', whenHidden);
  }, [sync, id]);
}
