import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { ContinueList } from '../features/outbox/continue-list.tsx';
import type { Services } from '../services/services.ts';
import { exportDialogWith } from './late-export.tsx';

/** Home's 'Continue' list, once the database is open. */
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
