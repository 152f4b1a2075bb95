import type { SubmissionId } from '../../domain/ids.ts';
import type { DocumentKind } from '../../domain/submission-types.ts';
import type { AttachmentsStore } from '../../store/attachments.ts';
import type { FileTrouble } from './file-messages.ts';
import { prepareFile } from './prepare-file.ts';
import type { ShrinkResult } from './shrink-picture.ts';

/** A chosen file on its way to the disk. Nothing of it is kept, or shown as saved, before its transaction is done. */
export type QueuedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: DocumentKind;
  name: string;
  state:
    | Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' }>
    | Readonly<{ status: 'failed'; trouble: FileTrouble }>;
}>;

export type FileToAdd = Readonly<{
  submissionId: SubmissionId;
  kind: DocumentKind;
  file: File;
  /** Makes the draft's row if there is none yet: the first file may be the first change. */
  ensureDraft: () => Promise<SubmissionId>;
}>;

export type FileQueue = Readonly<{
  add: (files: readonly FileToAdd[]) => void;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
  /** The same array until something changes. */
  snapshot: () => readonly QueuedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

/**
 * Takes files in, one after the other, and goes on while the person is in another section. A file that fails stays in
 * the list with its reason, and touches no other.
 */
export function createFileQueue(
  store: Pick<AttachmentsStore, 'add'>,
  shrink: (source: Blob) => Promise<ShrinkResult>,
): FileQueue {
  const sources = new Map<number, FileToAdd>();
  const listeners = new Set<() => void>();
  let files: readonly QueuedFile[] = [];
  let lastKey = 0;
  let work: Promise<void> = Promise.resolve();

  function show(next: readonly QueuedFile[]): void {
    files = next;
    for (const listener of listeners) listener();
  }
  const setState = (key: number, state: QueuedFile['state']): void =>
    show(files.map((file) => (file.key === key ? { ...file, state } : file)));

  function dismiss(key: number): void {
    sources.delete(key);
    show(files.filter((file) => file.key !== key));
  }

  /** The file's trouble; null once it is on the disk. */
  async function takeIn(key: number, source: FileToAdd): Promise<FileTrouble | null> {
    setState(key, { status: 'reading' });
    const prepared = await prepareFile(source.file, shrink, () =>
      setState(key, { status: 'shrinking' }),
    );
    if (prepared.status === 'refused') return prepared.reason;
    setState(key, { status: 'saving' });
    const added = await store.add({
      submissionId: await source.ensureDraft(),
      kind: source.kind,
      originalName: source.file.name || 'photo.jpg',
      type: prepared.type,
      bytes: prepared.bytes,
    });
    return added.status === 'saved' ? null : added.reason;
  }

  async function run(key: number): Promise<void> {
    const source = sources.get(key);
    if (source === undefined) return;
    const trouble = await takeIn(key, source).catch((): FileTrouble => 'device');
    if (trouble === null) dismiss(key);
    else setState(key, { status: 'failed', trouble });
  }

  const enqueue = (key: number): void => {
    work = work.then(() => run(key));
  };

  return {
    add(added) {
      const queued = added.map((source): QueuedFile => {
        lastKey += 1;
        sources.set(lastKey, source);
        const { submissionId, kind, file } = source;
        return { key: lastKey, submissionId, kind, name: file.name, state: { status: 'waiting' } };
      });
      show([...files, ...queued]);
      for (const { key } of queued) enqueue(key);
    },
    retry(key) {
      setState(key, { status: 'waiting' });
      enqueue(key);
    },
    dismiss,
    snapshot: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
