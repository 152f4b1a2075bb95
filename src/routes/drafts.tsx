import { Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import { ContinueList } from '../features/outbox/continue-list.tsx';
import type { Services } from '../services.ts';
import { removeSubmission } from '../sync/actions.ts';

/** Home's 'Continue' list, once the database is open. */
export function Drafts({ services }: { readonly services: () => Promise<Services> }) {
  const [opening] = useState(services);
  const { db, ports } = use(opening);
  return (
    <ContinueList
      db={db}
      Link={Link}
      remove={async (id) => (await removeSubmission(ports, id)).status === 'removed'}
    />
  );
}
