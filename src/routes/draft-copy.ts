import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Services } from '../services.ts';

/** Where its code can't be fetched there is no copy, as where the disk is full; the draft itself is safe. */
const keepCopy = (sync: Services['sync'], id: SubmissionId): Promise<void> =>
  sync().then(
    ({ keepDraftCopy }) => keepDraftCopy(id),
    () => undefined,
  );

/**
 * Keeps a second copy of an open draft, for a browser that loses its database: at each change of section, and when the
 * page is put away.
 */
export function useDraftCopy({ db, sync }: Services, id: SubmissionId | null): void {
  const section = useLiveQuery(
    async () => (id === null ? undefined : (await db.drafts.get(id))?.section),
    [db, id],
  );
  useEffect(() => {
    if (id !== null && section !== undefined) void keepCopy(sync, id);
  }, [sync, id, section]);
  useEffect(() => {
    if (id === null) return;
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') void keepCopy(sync, id);
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => document.removeEventListener('visibilitychange', whenHidden);
  }, [sync, id]);
}
