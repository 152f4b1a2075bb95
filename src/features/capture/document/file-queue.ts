import type { DocumentKind } from '../../../domain/forms/document-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { AttachmentsStore } from '../../../store/attachments.ts';
import type { ShrinkResult } from '../picture/shrink-picture.ts';
import type { FileReason } from './file-text.ts';
import { prepareFile } from './prepare-file.ts';

/** A chosen file on its way to the disk. Nothing of it is kept, or shown as saved, before its transaction is done. */
export type QueuedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: DocumentKind;
  name: string;
  state:
    | Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' }>
    | Readonly<{ status: 'failed'; trouble: FileReason }>;
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
  /** Goes on without this file: one that is still being prepared is not kept either. */
  dismiss: (key: number) => void;
  /** The same array until something changes. */
  snapshot: () => readonly QueuedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

export type FileQueuePorts = Readonly<{
  /** Brings it to the disk. */
  add: AttachmentsStore['add'];
  /** `signal`: nobody wants the picture any more. */
  shrink: (source: Blob, signal: AbortSignal) => Promise<ShrinkResult>;
  /** Told of each file that is in work, until it is on the disk, failed, or was left out. */
  onWork: (ended: Promise<void>) => void;
  /** Told of each file that failed, until somebody tries it again or goes on without it. */
  onDoubt: (ended: Promise<void>) => void;
}>;

type Source = Readonly<{ file: FileToAdd; leaving: AbortController }>;

/**
 * Takes files in, one after the other, and goes on while the person is in another section. A file that fails stays in
 * the list with its reason, and touches no other.
 */
export function createFileQueue({ add, shrink, onWork, onDoubt }: FileQueuePorts): FileQueue {
  const sources = new Map<number, Source>();
  /** What ends the doubt about a file that failed. */
  const doubts = new Map<number, () => void>();
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

  function isDecided(key: number): void {
    doubts.get(key)?.();
    doubts.delete(key);
  }

  function dismiss(key: number): void {
    sources.get(key)?.leaving.abort();
    sources.delete(key);
    isDecided(key);
    show(files.filter((file) => file.key !== key));
  }

  /** The file's trouble; null once it is on the disk, or nobody wants it any more. */
  async function takeIn(key: number, { file, leaving }: Source): Promise<FileReason | null> {
    const { signal } = leaving;
    setState(key, { status: 'reading' });
    const prepared = await prepareFile(
      file.file,
      (picture) => shrink(picture, signal),
      () => setState(key, { status: 'shrinking' }),
    );
    if (signal.aborted) return null;
    if (prepared.status === 'refused') return prepared.reason;
    setState(key, { status: 'saving' });
    const added = await add({
      submissionId: await file.ensureDraft(),
      kind: file.kind,
      originalName: file.file.name || 'photo.jpg',
      type: prepared.type,
      bytes: prepared.bytes,
    });
    return added.status === 'saved' ? null : added.reason;
  }

  async function run(key: number): Promise<void> {
    const source = sources.get(key);
    if (source === undefined) return;
    const trouble = await takeIn(key, source).catch((): FileReason => 'device');
    if (trouble === null || source.leaving.signal.aborted) {
      dismiss(key);
      return;
    }
    onDoubt(new Promise((resolve) => doubts.set(key, resolve)));
    setState(key, { status: 'failed', trouble });
  }

  const enqueue = (key: number): void => {
    work = work.then(() => run(key));
    onWork(work);
  };

  return {
    add(added) {
      const queued = added.map((source): QueuedFile => {
        lastKey += 1;
        sources.set(lastKey, { file: source, leaving: new AbortController() });
        const { submissionId, kind, file } = source;
        return { key: lastKey, submissionId, kind, name: file.name, state: { status: 'waiting' } };
      });
      show([...files, ...queued]);
      for (const { key } of queued) enqueue(key);
    },
    retry(key) {
      isDecided(key);
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
