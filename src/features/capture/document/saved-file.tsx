import { useEffect, useState } from 'react';
import { type PhotoVerdict, photoVerdicts } from '../../../domain/forms/sent-files.ts';
import { documentsText } from '../../../messages/capture.ts';
import { controlsText } from '../../../messages/controls.ts';
import { controlsLazyText } from '../../../messages/controls-lazy.ts';
import { formatBytes } from '../../../messages/formats.ts';
import { format } from '../../../messages/text.ts';
import type { AttachmentRow } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { FileButton } from '../../../ui/fields/file-field.tsx';
import { IconCheck, IconError, IconWarning } from '../../../ui/frame/icons.tsx';
import { IconDocument, IconTrash } from '../../../ui/frame/more-icons.tsx';
import { useClosesOnBack } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { usePicture } from '../use-picture.ts';
import styles from './document-capture.module.css';
import { fileReasonText } from './file-queue.ts';

/** A picture with a shorter long side, in pixels, cannot be read. */
const READABLE_SIDE = 600;

/** A picture's problem, that is seen when it is shown. Null if there is none. */
type Doubt = 'small' | 'lost' | null;

/** 'saved' if the photo was not judged, or if only a later version knows its verdict. */
const storedVerdict = ({ verdict }: AttachmentRow): PhotoVerdict | 'saved' =>
  photoVerdicts.find((each) => each === verdict) ?? 'saved';

export interface DocumentPreviewProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  /** Called when the picture is shown. */
  readonly onDoubt?: (doubt: Doubt) => void;
}

function PicturePreview({ store, row, onDoubt }: DocumentPreviewProps) {
  const [shown, onLost] = usePicture(row.id, async () => (await store.attachments()).read(row.id));
  const [large, setLarge] = useState(false);
  useClosesOnBack(large, () => setLarge(false));
  const isLost = shown.status === 'lost';
  useEffect(() => {
    if (isLost) onDoubt?.('lost');
  }, [isLost, onDoubt]);
  const t = documentsText();
  const name = row.originalName;
  switch (shown.status) {
    case 'loading':
      return <span aria-hidden="true" className={styles['preview']} />;
    case 'lost':
      return (
        <p className={classNames(styles['preview'], styles['lost'])}>{format(t.lost, { name })}</p>
      );
    case 'ready':
      return (
        <>
          <button
            aria-expanded={large}
            className={classNames(styles['preview'], large && styles['large'])}
            onClick={() => setLarge(!large)}
            type="button"
          >
            <img
              alt={format(t.preview, { name })}
              onError={onLost}
              onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) =>
                onDoubt?.(Math.max(naturalHeight, naturalWidth) < READABLE_SIDE ? 'small' : null)
              }
              src={shown.url}
            />
          </button>
          <FileName isShown={large} row={row} />
        </>
      );
  }
}

/** The file's name and size: seen only below the enlarged picture. */
function FileName({ row, isShown }: { readonly row: AttachmentRow; readonly isShown: boolean }) {
  return (
    <span className={isShown ? styles['foot'] : 'visually-hidden'}>
      {format(documentsText().saved, { name: row.originalName, size: formatBytes(row.size) })}
    </span>
  );
}

export function DocumentPreview(props: DocumentPreviewProps) {
  if (props.row.type !== 'application/pdf') return <PicturePreview {...props} />;
  return (
    <>
      <span aria-hidden="true" className={styles['preview']}>
        <IconDocument />
      </span>
      <FileName isShown={false} row={props.row} />
    </>
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
  notify(text, { action: { label: controlsLazyText().undo, onSelect } });
}

/** The photos that the agent keeps in spite of their verdict, until the page is closed. */
const kept = new Set<AttachmentRow['id']>();

export interface SavedFileProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  /** The page's name, for example 'Front'. */
  readonly page: string;
  readonly slot: number;
  /** The server's message if the server refused this file, else null. */
  readonly refused: string | null;
  readonly onRetake: (files: readonly File[]) => void;
}

/** A file on the disk: its picture, and a line with the verdict on it, what to do, and the bin. */
export function SavedFile({ store, row, page, slot, refused, onRetake }: SavedFileProps) {
  const t = documentsText();
  const [doubt, setDoubt] = useState<Doubt>(null);
  const verdict = doubt ?? storedVerdict(row);
  const [isKept, setIsKept] = useState(kept.has(row.id));
  const isWrong = refused !== null || (verdict !== 'good' && verdict !== 'saved' && !isKept);
  const Icon = refused !== null ? IconError : isWrong ? IconWarning : IconCheck;
  const kind = isWrong ? 'bad' : isKept ? 'kept' : 'good';
  const words = refused !== null ? t.refused : isKept ? t.kept : t.verdict[verdict];
  return (
    <li
      className={styles['file']}
      ref={refused === null ? null : scrollIntoView}
      style={{ order: slot }}
    >
      <DocumentPreview onDoubt={setDoubt} row={row} store={store} />
      <div className={styles['verdict']}>
        <p className={styles[kind]}>
          <Icon />
          <span>{format(words, { page, words: refused ?? '' })}</span>
        </p>
        {isWrong ? (
          <FileButton
            accept="image/*"
            capture="environment"
            icon={null}
            label={t.takeAgain}
            onFiles={onRetake}
          />
        ) : null}
        {isWrong && verdict !== 'lost' && refused === null ? (
          <Button
            onClick={() => {
              kept.add(row.id);
              setIsKept(true);
            }}
            variant="quiet"
          >
            {controlsText().useAnyway}
          </Button>
        ) : null}
        <Button
          aria-label={format(t.removeFile, { name: row.originalName })}
          className={styles['bin']}
          icon={<IconTrash />}
          onClick={() => void removeFile(store, row)}
          variant="quiet"
        />
      </div>
    </li>
  );
}
