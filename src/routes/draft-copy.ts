import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { SubmissionId } from '../domain/ids.ts';
import type { Database } from '../store/database.ts';
import { keepDraftCopy } from '../sync/actions.ts';
import type { SyncPorts } from '../sync/ports.ts';

/**
 * Keeps a second copy of an open draft, for a browser that loses its database: at each change of section, and when the
 * page is put away.
 */
export function useDraftCopy(db: Database, ports: SyncPorts, id: SubmissionId | null): void {
  const section = useLiveQuery(
    async () => (id === null ? undefined : (await db.drafts.get(id))?.section),
    [db, id],
  );
  useEffect(() => {
    if (id !== null && section !== undefined) void keepDraftCopy(ports, id);
  }, [ports, id, section]);
  useEffect(() => {
    if (id === null) return;
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') void keepDraftCopy(ports, id);
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => document.removeEventListener('visibilitychange', whenHidden);
  }, [ports, id]);
}
