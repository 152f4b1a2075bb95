import type { DocumentKind } from '../../../domain/forms/document-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { AttachmentsStore } from '../../../store/attachments.ts';
import type { ShrinkResult } from '../picture/shrink-picture.ts';
import type { FileReason } from './file-text.ts';
import { prepareFile } from './prepare-file.ts';

/** A chosen file that is not on the disk yet. It is shown as saved only when its transaction is committed. */
export type QueuedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: DocumentKind;
  name: string;
  state:
    | Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' }>
    | Readonly<{ status: 'failed'; reason: FileReason }>;
}>;

export type FileToAdd = Readonly<{
  submissionId: SubmissionId;
  kind: DocumentKind;
  file: File;
  /** Makes the draft if there is none yet: a file may be the form's first change. */
  ensureDraft: () => Promise<SubmissionId>;
}>;

export type FileQueue = Readonly<{
  add: (files: readonly FileToAdd[]) => void;
  retry: (key: number) => void;
  /** Removes the file from the queue, also while it is being prepared. */
  dismiss: (key: number) => void;
  /** Returns the same array until something changes. */
  snapshot: () => readonly QueuedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

export type FileQueuePorts = Readonly<{
  /** Writes the file to the disk. */
  add: AttachmentsStore['add'];
  /** `signal` aborts when the file is dismissed. */
  shrink: (source: Blob, signal: AbortSignal) => Promise<ShrinkResult>;
  /** Called for each file that is being processed. `ended` resolves when it is on the disk, has failed or is dismissed. */
  onWork: (ended: Promise<void>) => void;
  /** Called for each file that failed. `ended` resolves when the person tries it again or dismisses it. */
  onFailed: (ended: Promise<void>) => void;
}>;

type Source = Readonly<{ file: FileToAdd; cancelling: AbortController }>;

/**
 * Stores files one after the other, and goes on while the person is in another section. A file that fails stays in the list
 * with the reason, and does not affect the others.
 */
export function createFileQueue({ add, shrink, onWork, onFailed }: FileQueuePorts): FileQueue {
  const sources = new Map<number, Source>();
  /** For each failed file the function that resolves its `ended`. */
  const failures = new Map<number, () => void>();
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

  function endFailure(key: number): void {
    failures.get(key)?.();
    failures.delete(key);
  }

  function dismiss(key: number): void {
    sources.get(key)?.cancelling.abort();
    sources.delete(key);
    endFailure(key);
    show(files.filter((file) => file.key !== key));
  }

  /** Resolves with the reason why the file was not stored; null once it is on the disk or dismissed. */
  async function store(key: number, { file, cancelling }: Source): Promise<FileReason | null> {
    const { signal } = cancelling;
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
    const reason = await store(key, source).catch((): FileReason => 'device');
    if (reason === null || source.cancelling.signal.aborted) {
      dismiss(key);
      return;
    }
    onFailed(new Promise((resolve) => failures.set(key, resolve)));
    setState(key, { status: 'failed', reason });
  }

  const enqueue = (key: number): void => {
    work = work.then(() => run(key));
    onWork(work);
  };

  return {
    add(added) {
      const queued = added.map((source): QueuedFile => {
        lastKey += 1;
        sources.set(lastKey, { file: source, cancelling: new AbortController() });
        const { submissionId, kind, file } = source;
        return { key: lastKey, submissionId, kind, name: file.name, state: { status: 'waiting' } };
      });
      show([...files, ...queued]);
      for (const { key } of queued) enqueue(key);
    },
    retry(key) {
      endFailure(key);
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
