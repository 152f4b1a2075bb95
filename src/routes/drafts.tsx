import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { AttentionStrip } from '../features/outbox/attention-strip.tsx';
import { ContinueList } from '../features/outbox/continue-list.tsx';
import type { Services } from '../services/services.ts';
import { exportDialogWith } from './lazy-export.tsx';

/** What Home shows of this phone's work: what was refused, and what to go on with; suspends until the database is open. */
export function Drafts({ opening }: { readonly opening: Promise<Services> }) {
  const { store, sync } = use(opening);
  return (
    <>
      <AttentionStrip Link={Link} store={store} />
      <ContinueList
        store={store}
        exportDialog={exportDialogWith(sync)}
        Link={Link}
        remove={async (id) => (await (await sync()).remove(id)).status === 'removed'}
      />
    </>
  );
}
