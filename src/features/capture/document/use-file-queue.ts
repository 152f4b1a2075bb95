import { useSyncExternalStore } from 'react';
import type { FormStore } from '../../../store/open-store.ts';
import { pendingSaves, unsavedFiles } from '../../../worker/pending-work.ts';
import { shrinkImage } from '../picture/shrink-image.ts';
import { createFileQueue, type FileQueue, type QueuedFile } from './file-queue.ts';

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
