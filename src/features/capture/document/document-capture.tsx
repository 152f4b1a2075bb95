import { type ReactNode, useId } from 'react';
import type { FileKind, PageName } from '../../../domain/forms/document-kinds.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { documentsText } from '../../../messages/documents.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { say } from '../../../messages/say.ts';
import { sentences } from '../../../messages/sentences.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { FileField } from '../../../ui/file-field.tsx';
import { IconCamera, IconDocument } from '../../../ui/more-icons.tsx';
import { DocumentPages, type RefusedFile } from './document-pages.tsx';
import { QueuedFileRow } from './queued-file-row.tsx';
import { useFileQueue } from './use-file-queue.ts';

/** With the PDF: Chrome on Android 14 and later offers no camera where a list has pictures only. */
const ACCEPT = 'image/jpeg,image/png,image/webp,application/pdf';

export interface DocumentCaptureProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly ensureDraft: () => Promise<SubmissionId>;
  readonly fileKind: FileKind;
  readonly pages: readonly PageName[];
  readonly error: string | undefined;
  readonly refused: RefusedFile | null;
  readonly children: ReactNode;
}

function howTo(pages: readonly PageName[]): string {
  const t = documentsText().howTo;
  if (pages.includes('back')) return t.card;
  return pages.length > 0 ? t.photoPage : t.pages;
}

/** The files of one kind, to add, view and remove. A file is shown as saved only once it is on the disk. */
export function DocumentCapture({
  store,
  submissionId,
  ensureDraft,
  fileKind,
  pages,
  error,
  refused,
  children,
}: DocumentCaptureProps) {
  const t = documentsText();
  const takePhoto = useId();
  const { kind, required } = fileKind;
  const hints: Readonly<Record<string, string>> = fieldsText().hint;
  const { queue, files } = useFileQueue(store);
  const rows = useStored(
    () => store.queries.documents(submissionId, kind),
    [store, submissionId, kind],
  );
  const queued = files.filter((file) => file.submissionId === submissionId && file.kind === kind);
  return (
    <FileField
      error={error}
      hint={sentences(hints[kind] ?? null, howTo(pages))}
      id={takePhoto}
      label={fieldsText().document[kind]}
      more={children}
      onFiles={(chosen) =>
        queue.add(chosen.map((file) => ({ submissionId, kind, file, ensureDraft })))
      }
      required={required}
      ways={[
        { label: t.takePhoto, icon: <IconCamera />, accept: 'image/*', capture: 'environment' },
        { label: t.chooseFile, icon: <IconDocument />, accept: ACCEPT, multiple: true },
      ]}
    >
      {rows ? (
        <DocumentPages
          pages={pages}
          refused={refused}
          rows={rows}
          store={store}
          takePhoto={takePhoto}
        />
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
