import { useSyncExternalStore } from 'react';
import { attachmentsStore } from '../../../store/attachments.ts';
import type { Database } from '../../../store/database.ts';
import { filesInDoubt, filesInWork } from '../../../worker/page-work.ts';
import { shrinkImage } from '../picture/shrink-image.ts';
import { createFileQueue, type FileQueue, type QueuedFile } from './file-queue.ts';

/** One queue for a database, not for a screen: files go on being taken in when the person leaves the section. */
const queues = new WeakMap<Database, FileQueue>();

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** A page that is closed now would lose the file: the browser asks first. */
function onWork(ended: Promise<void>): void {
  filesInWork.add(ended);
  window.addEventListener('beforeunload', askBeforeLeaving);
  void filesInWork.ended().then(() => {
    if (!filesInWork.isUnderWay()) window.removeEventListener('beforeunload', askBeforeLeaving);
  });
}

export function fileQueueOf(db: Database): FileQueue {
  const queue =
    queues.get(db) ??
    createFileQueue({
      store: attachmentsStore(db),
      shrink: shrinkImage,
      onWork,
      onDoubt: filesInDoubt.add,
    });
  queues.set(db, queue);
  return queue;
}

export function useFileQueue(
  db: Database,
): Readonly<{ queue: FileQueue; files: readonly QueuedFile[] }> {
  const queue = fileQueueOf(db);
  return { queue, files: useSyncExternalStore(queue.subscribe, queue.snapshot) };
}
