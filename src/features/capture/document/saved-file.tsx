import { useState } from 'react';
import { documentsText } from '../../../messages/capture.ts';
import { controlsLazyText } from '../../../messages/controls-lazy.ts';
import { formatBytes } from '../../../messages/formats.ts';
import { format } from '../../../messages/text.ts';
import type { AttachmentRow } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { IconCheck, IconError } from '../../../ui/frame/icons.tsx';
import { IconDocument, IconTrash } from '../../../ui/frame/more-icons.tsx';
import { useClosesOnBack } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { usePicture } from '../use-picture.ts';
import styles from './document-capture.module.css';
import { fileReasonText } from './file-queue.ts';

function PicturePreview({
  store,
  row,
}: {
  readonly store: FormStore;
  readonly row: AttachmentRow;
}) {
  const [shown, onLost] = usePicture(row.id, async () => (await store.attachments()).read(row.id));
  const [large, setLarge] = useState(false);
  useClosesOnBack(large, () => setLarge(false));
  const t = documentsText();
  const name = row.originalName;
  switch (shown.status) {
    case 'loading':
      return <span aria-hidden="true" className={styles['preview']} />;
    case 'lost':
      return (
        <p className={styles['lost']}>
          <IconError />
          <span>{format(t.lost, { name })}</span>
        </p>
      );
    case 'ready':
      return (
        <button
          aria-expanded={large}
          className={classNames(styles['preview'], large && styles['large'])}
          onClick={() => setLarge(!large)}
          type="button"
        >
          <img alt={format(t.preview, { name })} onError={onLost} src={shown.url} />
        </button>
      );
  }
}

export function DocumentPreview(props: { readonly store: FormStore; readonly row: AttachmentRow }) {
  if (props.row.type !== 'application/pdf') return <PicturePreview {...props} />;
  return (
    <span aria-hidden="true" className={styles['preview']}>
      <IconDocument />
    </span>
  );
}

/** Scrolls the row into view when it mounts, because the list may be longer than the screen. */
const scrollIntoView = (row: HTMLLIElement | null): void =>
  row?.scrollIntoView({ block: 'center' });

async function removeFile(store: FormStore, row: AttachmentRow): Promise<void> {
  const attachments = await store.attachments();
  const removed = await attachments.remove(row.id);
  if (removed.status === 'notThere') return;
  const { undo } = removed;
  const text = format(documentsText().removed, { name: row.originalName });
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
    action: { label: controlsLazyText().undo, onSelect },
    duration: 10_000,
  });
}

export interface SavedFileProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  /** The page's name, for example 'Front'. */
  readonly page: string;
  readonly slot: number;
  /** The server's message if the server refused this file, else null. */
  readonly refused: string | null;
}

/** A file on the disk: its picture, its page's name, and a button to remove it. */
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
            <IconCheck /> {format(t.saved, { size: formatBytes(row.size) })}
          </span>
        ) : (
          <span className={styles['refusal']}>
            <IconError /> <span>{format(t.refused, { words: refused })}</span>
          </span>
        )}
      </div>
      <Button
        aria-label={format(t.removeFile, { name: row.originalName })}
        icon={<IconTrash />}
        onClick={() => void removeFile(store, row)}
        variant="quiet"
      >
        {t.remove}
      </Button>
    </li>
  );
}
