import { controlsLaterText } from '../../../messages/controls-later.ts';
import { documentsText } from '../../../messages/documents.ts';
import { formatBytes } from '../../../messages/formats.ts';
import { say } from '../../../messages/say.ts';
import type { FormStore } from '../../../store/open-store.ts';
import type { AttachmentRow } from '../../../store/rows.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconCheck, IconError } from '../../../ui/icons.tsx';
import { IconTrash } from '../../../ui/more-icons.tsx';
import { notify } from '../../../ui/toasts.ts';
import styles from './document-capture.module.css';
import { DocumentPreview } from './document-preview.tsx';
import { fileReasonText } from './file-text.ts';

/** Scrolls the row into view once, when it is mounted: the list may be longer than the screen. */
const scrollIntoView = (row: HTMLLIElement | null): void =>
  row?.scrollIntoView({ block: 'center' });

async function removeFile(store: FormStore, row: AttachmentRow): Promise<void> {
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

export interface SavedFileProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  /** 'Front'. */
  readonly page: string;
  readonly slot: number;
  /** The server's message, if it refused this file. */
  readonly refused: string | null;
}

/** A file that is on the disk: its picture, which page it is, and a button to remove it. */
export function SavedFile({ store, row, page, slot, refused }: SavedFileProps) {
  const t = documentsText();
  return (
    <li
      className={classNames(styles['file'], refused !== null && styles['refused'])}
      ref={refused === null ? null : scrollIntoView}
      style={{ order: slot }}
    >
      <DocumentPreview row={row} store={store} />
      <div className={styles['words']}>
        <strong>{page}</strong>
        <span className={styles['name']}>{row.originalName}</span>
        {refused === null ? (
          <span className={styles['detail']}>
            <IconCheck /> {say(t.saved, { size: formatBytes(row.size) })}
          </span>
        ) : (
          <span className={styles['refusal']}>
            <IconError /> <span>{say(t.refused, { words: refused })}</span>
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
}
