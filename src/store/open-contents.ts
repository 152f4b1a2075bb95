import { attachmentsOf, strokesOf } from './form-rows.ts';
import type { OpenContents, StoredContents } from './format/contents.ts';
import { isDraftRow } from './format/draft-row.ts';
import type { KeyDesk } from './key-desk.ts';
import { openDraft, openPayload } from './sealing.ts';

/** null: this version can't read its row or its form, or their key is lost. */
export async function openContents(
  desk: KeyDesk,
  { attachments, draft: stored, payload, strokes, submission: row }: StoredContents,
): Promise<OpenContents | null> {
  const submission = await desk.opened(row);
  if (submission === null || submission.status === 'delivered') return null;
  const key = await desk.keyOf(row);
  const draft = key === null ? undefined : await openDraft(key, stored);
  if (key === null || !isDraftRow(draft)) return null;
  return {
    submission,
    draft,
    attachments: await attachmentsOf(key, attachments),
    strokes: await strokesOf(key, strokes),
    payload: (payload && (await openPayload(key, payload))) ?? null,
  };
}
