import { useSyncExternalStore } from 'react';
import { type DocumentKind, MAX_FILES_OF_A_KIND } from '../../../domain/forms/document-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { documentsText } from '../../../messages/capture.ts';
import { format } from '../../../messages/text.ts';
import { isQuotaError } from '../../../store/db/transactions.ts';
import type {
  AddResult,
  AttachmentsStore,
  NewAttachment,
} from '../../../store/files/attachments.ts';
import type { AttachmentRow } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { notify } from '../../../ui/overlays/toasts.ts';
import { pendingSaves, unsavedFiles } from '../../../worker/pending-work.ts';
import { TYPE_BYTES, typeOfContent } from '../picture/image-header.ts';
import { shrinkImage } from '../picture/shrink-image.ts';
import type { ShrinkResult } from '../picture/shrink-picture.ts';

/** A little below the reference server's limit for a file, 10 MiB. */
const MAX_PDF_BYTES = 10_000_000;
/** Larger than any photo of a phone's camera. */
const MAX_IMAGE_BYTES = 64_000_000;

export type FileRefusal =
  | 'empty'
  | 'unreadable'
  | 'wrongType'
  | 'heic'
  | 'pdfTooBig'
  | 'imageTooBig'
  | 'broken'
  | 'tooManyPixels'
  | 'failed';

export type PreparedFile =
  | (Readonly<{ status: 'ready'; bytes: Blob }> & Pick<NewAttachment, 'type' | 'verdict'>)
  | Readonly<{ status: 'refused'; reason: FileRefusal }>;

const refused = (reason: FileRefusal): PreparedFile => ({ status: 'refused', reason });

/**
 * Prepares a chosen file for storing: a PDF stays as it is, a picture is made smaller. The type comes from the content.
 */
export async function prepareFile(
  file: Blob,
  shrink: (source: Blob) => Promise<ShrinkResult>,
  onShrinking: () => void,
): Promise<PreparedFile> {
  if (file.size === 0) return refused('empty');
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, TYPE_BYTES).arrayBuffer());
  } catch {
    return refused('unreadable');
  }
  const type = typeOfContent(head);
  if (type === null) return refused('wrongType');
  if (type === 'heic') return refused('heic');
  if (type === 'application/pdf') {
    if (file.size > MAX_PDF_BYTES) return refused('pdfTooBig');
    return { status: 'ready', bytes: file.slice(0, file.size, type), type };
  }
  if (file.size > MAX_IMAGE_BYTES) return refused('imageTooBig');
  onShrinking();
  const result = await shrink(file);
  if (result.status === 'refused') return refused(result.reason);
  return { status: 'ready', bytes: result.blob, type: result.type, verdict: result.verdict };
}

/** The form itself is not on the disk, so nothing of it is safe yet. */
export type NoDraft = 'draftFull' | 'draftClosed';

/** `error`: the rejection of `ensureDraft`. */
export const whyNoDraft = (error: unknown): NoDraft =>
  isQuotaError(error) ? 'draftFull' : 'draftClosed';

export type FileReason =
  | FileRefusal
  | NoDraft
  | Extract<AddResult, { status: 'notSaved' }>['reason'];

/** A damaged file may have a name that ends as it should. */
function wrongTypeOf(name: string): 'noPhoto' | 'noPdf' | 'wrongType' {
  if (/\.(?:jpe?g|png|webp)$/i.test(name)) return 'noPhoto';
  return /\.pdf$/i.test(name) ? 'noPdf' : 'wrongType';
}

/** Says why a file was not added, and how the person can fix that. */
export function fileReasonText(name: string, reason: FileReason): string {
  const text = documentsText().notAdded[reason === 'wrongType' ? wrongTypeOf(name) : reason];
  return format(text, { name, max: MAX_FILES_OF_A_KIND });
}

/** Runs the change of a stored file. If it fails, says so: the file is then as it was. */
export async function orSayWhy(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const t = documentsText().notChanged;
    notify(isQuotaError(error) ? t.full : t.failed, { kind: 'error' });
  }
}

/** True if another attempt with the same file may succeed. */
export function canTryAgain(reason: FileReason): boolean {
  switch (reason) {
    case 'failed':
    case 'quota':
    case 'tooMany':
    case 'device':
    case 'draftFull':
    case 'draftClosed':
    // The deletion of the form may be undone.
    case 'notOpen':
      return true;
    case 'empty':
    case 'unreadable':
    case 'wrongType':
    case 'heic':
    case 'pdfTooBig':
    case 'imageTooBig':
    case 'broken':
    case 'tooManyPixels':
    case 'placeTaken':
      return false;
  }
}

/** A chosen file that is not on the disk yet. It is shown as saved only when its transaction is committed. */
export type QueuedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: DocumentKind;
  name: string;
  /** The page that the photo is for. Undefined: the first free page. */
  slot: number | undefined;
  state:
    | Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' }>
    | Readonly<{ status: 'failed'; reason: FileReason }>;
}>;

export type FileToAdd = Readonly<{
  submissionId: SubmissionId;
  kind: DocumentKind;
  file: File;
  /** Creates the draft if there is none yet: a file may be the form's first change. */
  ensureDraft: () => Promise<SubmissionId>;
  /** The page that the photo is for, if it is free. Absent: the first free page. */
  slot?: number | undefined;
  /** True if the photo replaces the one that is on its page when it is stored. */
  isRetaken?: boolean | undefined;
  /** Called after each attempt: with the stored file, or with null if the attempt failed or the file was dismissed. */
  onTried?: ((row: AttachmentRow | null) => void) | undefined;
}>;

export type FileQueue = Readonly<{
  add: (files: readonly FileToAdd[]) => void;
  retry: (key: number) => void;
  /** Removes the file from the queue, even while the file is being prepared. */
  dismiss: (key: number) => void;
  /** Runs a change of stored files after the files that are in the queue now. */
  after: (change: () => Promise<void>) => void;
  /** Removes all files of a deleted form. */
  dismissOf: (id: SubmissionId) => void;
  /** Returns the same array until something changes. */
  snapshot: () => readonly QueuedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

export type FileQueuePorts = Readonly<{
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
 * Stores files one after the other, and continues while the person is in another section. A failed file stays in the
 * list with the reason, and does not affect the others.
 */
export function createFileQueue({ add, shrink, onWork, onFailed }: FileQueuePorts): FileQueue {
  const sources = new Map<number, Source>();
  /** For each failed file, the function that resolves its `ended`. */
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

  /** Resolves with the stored file, or with the reason why it was not stored. Resolves with null if it was dismissed. */
  async function store(
    key: number,
    { file, cancelling }: Source,
  ): Promise<AttachmentRow | FileReason | null> {
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
    const draft = await file.ensureDraft().then((id) => ({ id }), whyNoDraft);
    if (typeof draft === 'string') return draft;
    const added = await add({
      submissionId: draft.id,
      kind: file.kind,
      originalName: file.file.name || 'photo.jpg',
      type: prepared.type,
      bytes: prepared.bytes,
      verdict: prepared.verdict,
      slot: file.slot,
      isRetaken: file.isRetaken,
    });
    return added.status === 'saved' ? added.attachment : added.reason;
  }

  async function run(key: number): Promise<void> {
    const source = sources.get(key);
    if (source === undefined) return;
    const stored = await store(key, source).catch((): FileReason => 'device');
    if (typeof stored !== 'string' || source.cancelling.signal.aborted) dismiss(key);
    else {
      onFailed(new Promise((resolve) => failures.set(key, resolve)));
      setState(key, { status: 'failed', reason: stored });
    }
    source.file.onTried?.(typeof stored === 'string' ? null : stored);
  }

  function after(change: () => Promise<void>): void {
    work = work.then(change).catch(() => undefined);
    onWork(work);
  }
  const enqueue = (key: number): void => after(() => run(key));

  return {
    add(added) {
      const queued = added.map((source): QueuedFile => {
        lastKey += 1;
        sources.set(lastKey, { file: source, cancelling: new AbortController() });
        const { submissionId, kind, file, slot } = source;
        const state = { status: 'waiting' } as const;
        return { key: lastKey, submissionId, kind, name: file.name, slot, state };
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
    after,
    dismissOf(id) {
      for (const { key, submissionId } of files) if (submissionId === id) dismiss(key);
    },
    snapshot: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One queue for each store, not for each screen: files are still stored after the person leaves the section. */
const queues = new WeakMap<FormStore, FileQueue>();

const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Closing the page now would lose the file, so the browser asks for confirmation first. */
function onWork(ended: Promise<void>): void {
  pendingSaves.add(ended);
  window.addEventListener('beforeunload', confirmLeaving);
  void pendingSaves.allSettled().then(() => {
    if (!pendingSaves.isUnderWay()) window.removeEventListener('beforeunload', confirmLeaving);
  });
}

export function fileQueueOf(store: FormStore): FileQueue {
  const queue =
    queues.get(store) ??
    createFileQueue({
      add: async (file) => (await store.attachments()).add(file),
      shrink: async (source, signal) => {
        const type = await (await store.attachments()).photoType();
        return shrinkImage({ source, type }, signal);
      },
      onWork,
      onFailed: unsavedFiles.add,
    });
  queues.set(store, queue);
  return queue;
}

export function useFileQueue(
  store: FormStore,
): Readonly<{ queue: FileQueue; files: readonly QueuedFile[] }> {
  const queue = fileQueueOf(store);
  return { queue, files: useSyncExternalStore(queue.subscribe, queue.snapshot) };
}
