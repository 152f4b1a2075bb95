import { useSyncExternalStore } from 'react';
import { attachmentsStore } from '../../store/attachments.ts';
import type { Database } from '../../store/database.ts';
import { createFileQueue, type FileQueue, type QueuedFile } from './file-queue.ts';
import { shrinkImage } from './shrink-image.ts';

/** One queue for a database, not for a screen: files go on being taken in when the person leaves the section. */
const queues = new WeakMap<Database, FileQueue>();

function queueOf(db: Database): FileQueue {
  const queue = queues.get(db) ?? createFileQueue(attachmentsStore(db), shrinkImage);
  queues.set(db, queue);
  return queue;
}

export function useFileQueue(
  db: Database,
): Readonly<{ queue: FileQueue; files: readonly QueuedFile[] }> {
  const queue = queueOf(db);
  return { queue, files: useSyncExternalStore(queue.subscribe, queue.snapshot) };
}
