import type { AttachmentId, SubmissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import { type Contents, decodeContentsSubmission } from '../../src/store/format/contents.ts';
import type { OutboxStore } from '../../src/store/outbox/outbox-port.ts';
import type { SyncApi, SyncPorts } from '../../src/sync/ports/ports.ts';
import type { World } from './world.ts';

export type Kept = Readonly<{ contents: Contents; files: ReadonlyMap<AttachmentId, Blob> }>;

export const success = { wasSuccessful: true, heading: '', description: '', modelState: {} };

export const withStore = (ports: SyncPorts, changed: Partial<OutboxStore>): SyncPorts => ({
  ...ports,
  store: { ...ports.store, ...changed },
});

export const withApi = (ports: SyncPorts, send: SyncApi['send']): SyncPorts => ({
  ...ports,
  api: { send },
});

export const idOf = (content: Submission['steps'][number]['content']): string =>
  content.call === 'RemoveDocument' ? content.formFileId : '';

export const isWornOut = ({ attempts }: Submission['steps'][number]): boolean => attempts >= 3;

export const rowOfKey = ({ disk }: World, key: string): Submission | undefined =>
  disk.seen.all().find(({ steps }) => steps.some((step) => step.key === key));

export const isDoubted = (world: World, key: string): boolean =>
  rowOfKey(world, key)?.steps.some((step) => step.key === key && step.doubted === true) ?? false;

export async function dropped(ports: SyncPorts, row: Submission | undefined): Promise<void> {
  if (row === undefined) return;
  await ports.secondCopy.remove(row.id);
  await ports.store.remove(row.id, () => true);
}

/** Writes a row without the store's checks. */
export async function overwrite({ disk }: World, row: Submission): Promise<void> {
  disk.seen.put(row);
}

export function keptOf({ disk }: World, id: SubmissionId): Kept {
  const { attachments, blobs, drafts, payloads, strokes, submissions } = disk.seen;
  const submission = submissions.get(id);
  const draft = drafts.get(id);
  if (submission === undefined || draft === undefined) throw new Error('Nothing to keep.');
  const rows = [...attachments.values()].filter((row) => row.submissionId === id);
  const files = new Map(
    rows.flatMap((row) => {
      const bytes = blobs.get(row.id);
      return bytes === undefined ? [] : [[row.id, bytes] as const];
    }),
  );
  const contents = decodeContentsSubmission({
    submission,
    draft,
    attachments: rows,
    strokes: strokes.filter((stroke) => stroke.submissionId === id),
    payload: payloads.get(id) ?? null,
  });
  if (contents === null) throw new Error('Nothing to keep.');
  return { contents, files };
}
