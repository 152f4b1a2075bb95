import { type FileKind, MAX_FILES_OF_A_KIND } from '../../../domain/forms/document-kinds.ts';
import type { AttachmentId, SubmissionId } from '../../../domain/ids.ts';
import { controlsLaterText } from '../../../messages/controls-later.ts';
import { documentsText } from '../../../messages/documents.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { formatBytes } from '../../../messages/formats.ts';
import { say } from '../../../messages/say.ts';
import { sentences } from '../../../messages/sentences.ts';
import type { Store } from '../../../store/open-store.ts';
import type { AttachmentRow } from '../../../store/rows.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileField } from '../../../ui/file-field.tsx';
import { IconCheck, IconError } from '../../../ui/icons.tsx';
import { IconTrash } from '../../../ui/more-icons.tsx';
import { notify } from '../../../ui/toasts.ts';
import styles from './document-capture.module.css';
import { DocumentPreview } from './document-preview.tsx';
import { fileReasonText } from './file-text.ts';
import { QueuedFileRow } from './queued-file-row.tsx';
import { useFileQueue } from './use-file-queue.ts';

const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf';

export interface DocumentCaptureProps {
  readonly store: Store;
  readonly submissionId: SubmissionId;
  readonly ensureDraft: () => Promise<SubmissionId>;
  readonly fileKind: FileKind;
  readonly error: string | undefined;
  /** The file that the server refused, with the server's message. */
  readonly refused: Readonly<{ attachmentId: AttachmentId; words: string }> | null;
}

/** Scrolls the row into view once, when it is mounted: the list may be longer than the screen. */
const scrollIntoView = (row: HTMLLIElement | null): void =>
  row?.scrollIntoView({ block: 'center' });

async function removeFile(store: Store, row: AttachmentRow): Promise<void> {
  const attachments = await store.attachments();
  const removed = await attachments.remove(row.id);
  if (removed.status === 'notThere') return;
  const { undo } = removed;
  const text = say(documentsText().removed, { name: row.originalName });
  if (undo === null) {
    notify(text);
    return;
  }
  const onSelect = async () => {
    const restored = await attachments.restore(undo);
    if (restored.status === 'saved') return;
    notify(fileReasonText(row.originalName, restored.reason), { kind: 'error' });
  };
  notify(text, {
    action: { label: controlsLaterText().undo, onSelect },
    duration: 10_000,
  });
}

/** The files of one kind, to add, view and remove. A file is shown as saved only once it is on the disk. */
export function DocumentCapture({
  store,
  submissionId,
  ensureDraft,
  fileKind,
  error,
  refused,
}: DocumentCaptureProps) {
  const t = documentsText();
  const { kind, required } = fileKind;
  const label = fieldsText().document[kind];
  const hints: Readonly<Record<string, string>> = fieldsText().hint;
  const { queue, files } = useFileQueue(store);
  const rows = useStored(
    () => store.queries.documents(submissionId, kind),
    [store, submissionId, kind],
  );
  const queued = files.filter((file) => file.submissionId === submissionId && file.kind === kind);
  return (
    <FileField
      accept={ACCEPT}
      error={error}
      hint={sentences(hints[kind] ?? null, say(t.limit, { max: MAX_FILES_OF_A_KIND }))}
      label={label}
      onFiles={(chosen) =>
        queue.add(chosen.map((file) => ({ submissionId, kind, file, ensureDraft })))
      }
      prompt={t.prompt}
      required={required}
    >
      {rows && rows.length > 0 ? (
        <ul aria-label={t.added} className={styles['files']}>
          {rows.map((row) => {
            const isRefused = row.id === refused?.attachmentId;
            return (
              <li
                className={classNames(styles['file'], isRefused && styles['refused'])}
                key={row.id}
                ref={isRefused ? scrollIntoView : null}
              >
                <DocumentPreview store={store} row={row} />
                <div className={styles['words']}>
                  <span className={styles['name']}>{row.originalName}</span>
                  {isRefused ? (
                    <span className={styles['refusal']}>
                      <IconError /> <span>{say(t.refused, { words: refused.words })}</span>
                    </span>
                  ) : (
                    <span className={styles['detail']}>
                      <IconCheck /> {say(t.saved, { size: formatBytes(row.size) })}
                    </span>
                  )}
                </div>
                <Button
                  aria-label={say(t.removeFile, { name: row.originalName })}
                  icon={<IconTrash />}
                  onClick={() => void removeFile(store, row)}
                  variant="quiet"
                >
                  {t.remove}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <div aria-live="polite">
        {queued.map((file) => (
          <QueuedFileRow
            file={file}
            key={file.key}
            leaveOut={{ word: t.close, name: say(t.closeMessage, { name: file.name }) }}
            onDismiss={() => queue.dismiss(file.key)}
            onRetry={() => queue.retry(file.key)}
          />
        ))}
      </div>
    </FileField>
  );
}
