import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Services } from '../services/services.ts';
import type { Database } from '../store/database.ts';

/** So long after the last change, ms: a copy is some kilobytes, and a key press costs two. */
const QUIET_FOR_MS = 3000;

/** Where its code can't be fetched there is no copy, as where the disk is full; the draft itself is safe. */
const keepCopy = (sync: Services['sync'], id: SubmissionId): Promise<void> =>
  sync().then(
    ({ keepDraftCopy }) => keepDraftCopy(id),
    () => undefined,
  );

/** What of a draft a second copy would show differently. */
async function stateOf(db: Database, id: SubmissionId) {
  const [draft, files, strokes] = await Promise.all([
    db.drafts.get(id),
    db.attachments.where({ submissionId: id }).primaryKeys(),
    db.strokes.where({ submissionId: id }).count(),
  ]);
  if (draft === undefined) return undefined;
  const captured = `${draft.section} ${files.join()}`;
  return { captured, all: `${captured} ${draft.revision} ${strokes}` };
}

/**
 * Keeps a second copy of an open draft, for a browser that loses its database: at each change of section, with each
 * file, when the person pauses, and when the page is put away.
 */
export function useDraftCopy({ db, sync }: Services, id: SubmissionId | null): void {
  const state = useLiveQuery(async () => (id === null ? undefined : stateOf(db, id)), [db, id]);
  const captured = state?.captured;
  useEffect(() => {
    if (id !== null && captured !== undefined) void keepCopy(sync, id);
  }, [sync, id, captured]);
  const all = state?.all;
  useEffect(() => {
    if (id === null || all === undefined) return;
    const timer = setTimeout(() => void keepCopy(sync, id), QUIET_FOR_MS);
    return () => clearTimeout(timer);
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
