import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { ContinueList } from '../features/outbox/continue-list.tsx';
import type { Services } from '../services/services.ts';
import { exportDialogWith } from './lazy-export.tsx';

/** Home's 'Continue' list; suspends until the database is open. */
export function Drafts({ opening }: { readonly opening: Promise<Services> }) {
  const { store, sync } = use(opening);
  return (
    <ContinueList
      store={store}
      exportDialog={exportDialogWith(sync)}
      Link={Link}
      remove={async (id) => (await (await sync()).remove(id)).status === 'removed'}
    />
  );
}
