import { documentsText } from '../../../messages/documents.ts';
import { say } from '../../../messages/say.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { QueuedFileRow } from './queued-file-row.tsx';
import { useFileQueue } from './use-file-queue.ts';

export interface UnsavedFileProps {
  readonly store: FormStore;
  readonly fileKey: number;
}

/** A file that is not on the disk yet, shown in every section: its progress, and a button to go on without it. */
export function UnsavedFile({ store, fileKey }: UnsavedFileProps) {
  const { queue, files } = useFileQueue(store);
  const file = files.find(({ key }) => key === fileKey);
  if (file === undefined) return null;
  const words = say(documentsText().goOnWithout, { name: file.name });
  return (
    <QueuedFileRow
      file={file}
      leaveOut={{ word: words, name: words, also: 'whilePrepared' }}
      onDismiss={() => queue.dismiss(fileKey)}
      onRetry={() => queue.retry(fileKey)}
    />
  );
}
