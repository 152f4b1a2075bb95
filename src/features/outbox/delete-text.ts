import type { Submission } from '../../domain/submission-types.ts';
import { deletionText } from '../../messages/deletion.ts';

export type DeleteText = Readonly<{ title: string; lost: string; confirm: string }>;

/** What the question before a deletion says: what will be lost, and what the server keeps. */
export function deleteText({ status, everSent }: Submission): DeleteText {
  const t = deletionText();
  if (status === 'draft') return { ...t.draft, confirm: t.confirm };
  if (status === 'delivered') return { ...t.receipt, confirm: t.confirm };
  return { ...(everSent ? t.partlySent : t.unsent), confirm: t.confirmForGood };
}
