import { useSyncExternalStore } from 'react';
import type { Store } from '../../../store/open-store.ts';
import { filesInDoubt, filesInWork } from '../../../worker/page-work.ts';
import { shrinkImage } from '../picture/shrink-image.ts';
import { createFileQueue, type FileQueue, type QueuedFile } from './file-queue.ts';

/** One queue for a store, not for a screen: files go on being taken in when the person leaves the section. */
const queues = new WeakMap<Store, FileQueue>();

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** A page that is closed now would lose the file: the browser asks first. */
function onWork(ended: Promise<void>): void {
  filesInWork.add(ended);
  window.addEventListener('beforeunload', askBeforeLeaving);
  void filesInWork.ended().then(() => {
    if (!filesInWork.isUnderWay()) window.removeEventListener('beforeunload', askBeforeLeaving);
  });
}

export function fileQueueOf(store: Store): FileQueue {
  const queue =
    queues.get(store) ??
    createFileQueue({
      add: async (file) => (await store.attachments()).add(file),
      shrink: shrinkImage,
      onWork,
      onDoubt: filesInDoubt.add,
    });
  queues.set(store, queue);
  return queue;
}

export function useFileQueue(
  store: Store,
): Readonly<{ queue: FileQueue; files: readonly QueuedFile[] }> {
  const queue = fileQueueOf(store);
  return { queue, files: useSyncExternalStore(queue.subscribe, queue.snapshot) };
}
