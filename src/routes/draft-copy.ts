import { useEffect } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Services } from '../services/services.ts';
import { noQuery } from '../store/query.ts';
import { useStored } from '../store/use-stored.ts';
import { later } from '../timers.ts';

/** How long after the last change the copy is written: not at each key press, as a copy is some kilobytes. */
const QUIET_FOR_MS = 3000;

/** Without the code (it can't be loaded) no copy is written, as on a full disk; the draft itself is stored. */
const keepCopy = (sync: Services['sync'], id: SubmissionId): Promise<void> =>
  sync().then(
    ({ keepDraftCopy }) => keepDraftCopy(id),
    () => undefined,
  );

/**
 * Writes a second copy of an open draft, in case the browser loses the database: at each change of section, with each file,
 * when the person pauses, and when the page is hidden.
 */
export function useDraftCopy({ store, sync }: Services, id: SubmissionId | null): void {
  const state = useStored(
    () => (id === null ? noQuery : store.queries.draftFingerprint(id)),
    [store, id],
  );
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
