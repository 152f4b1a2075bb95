import { useCallback, useEffect, useState } from 'react';
import type { PageName } from '../../../domain/forms/document-kinds.ts';
import { doubtAbout, photoVerdicts } from '../../../domain/forms/sent-files.ts';
import { documentsText } from '../../../messages/capture.ts';
import { controlsText } from '../../../messages/controls.ts';
import { controlsLazyText } from '../../../messages/controls-lazy.ts';
import { issuesText } from '../../../messages/form.ts';
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
import { fileQueueOf, fileReasonText, orSayWhy } from './file-queue.ts';

export function pageLabel(pages: readonly PageName[], slot: number): string {
  const t = documentsText();
  const page = pages[slot];
  return page ? t.page[page] : format(t.otherPage, { number: slot + 1 });
}

export interface DocumentPreviewProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  readonly onLost?: () => void;
}

function PicturePreview({ store, row, onLost }: DocumentPreviewProps) {
  const [shown, setLost] = usePicture(row.id, async () => (await store.attachments()).read(row.id));
  const [large, setLarge] = useState(false);
  useClosesOnBack(large, () => setLarge(false));
  const isLost = shown.status === 'lost';
  useEffect(() => {
    if (isLost) onLost?.();
  }, [isLost, onLost]);
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
            <img alt={format(t.preview, { name })} onError={setLost} src={shown.url} />
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

function DocumentPreview(props: DocumentPreviewProps) {
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

/**
 * Offers 'Undo'. On a page with a name, such as 'Front', a newer file ends the offer: a page has one file. 'Undo' waits for the files
 * that are being added, because one of them may take the place.
 */
export async function removeFile(
  store: FormStore,
  row: AttachmentRow,
  isNamed: boolean,
): Promise<void> {
  const attachments = await store.attachments();
  const removed = await attachments.remove(row.id);
  if (removed.status === 'notThere') return;
  const { undo } = removed;
  const text = format(documentsText().removed, { name: row.originalName });
  if (undo === null) {
    notify(text);
    return;
  }
  const queue = fileQueueOf(store);
  const withdrawal = new AbortController();
  async function look(): Promise<void> {
    const files = await attachments.list(row.submissionId, row.kind);
    if (files.some(({ slot }) => slot !== undefined && slot === undo?.row.slot)) withdrawal.abort();
  }
  const unsubscribe = isNamed ? queue.subscribe(() => void look().catch(() => undefined)) : null;
  const putBack = async () => {
    const restored = await attachments
      .restore(undo)
      .catch(() => ({ status: 'notSaved', reason: 'device' }) as const);
    if (restored.status === 'saved') return;
    notify(fileReasonText(row.originalName, restored.reason), { kind: 'error' });
  };
  notify(text, {
    action: { label: controlsLazyText().undo, onSelect: () => queue.after(putBack) },
    onClose: () => unsubscribe?.(),
    withdrawal: withdrawal.signal,
  });
}

export interface ReviewedPictureProps extends DocumentPreviewProps {
  readonly pages: readonly PageName[];
  readonly slot: number;
}

/** A file on the review. A bad verdict is below it, unless the agent keeps the photo. */
export function ReviewedPicture({ pages, slot, ...preview }: ReviewedPictureProps) {
  const doubt = doubtAbout(preview.row);
  return (
    <>
      <DocumentPreview {...preview} />
      {doubt === null ? null : (
        <p className={styles['bad']}>
          <IconWarning />
          {format(documentsText().verdict[doubt], { page: pageLabel(pages, slot) })}
        </p>
      )}
    </>
  );
}

export interface SavedFileProps {
  readonly store: FormStore;
  readonly row: AttachmentRow;
  /** The page's name, for example 'Front'. */
  readonly page: string;
  /** True if the form asks for this page by name. */
  readonly isNamed: boolean;
  readonly slot: number;
  /** The server's message if the server refused this file, else null. */
  readonly refused: string | null;
  /** True if 'Next' asks about the photo. */
  readonly isAsked: boolean;
  readonly onRetake: (files: readonly File[]) => void;
  /** Moves the focus to another control, because the pressed one goes. */
  readonly leaveFocus: () => void;
}

/** A file on the disk: its picture, and a line with the verdict on it, what to do, and the bin. */
export function SavedFile({
  store,
  row,
  page,
  isNamed,
  slot,
  refused,
  isAsked,
  onRetake,
  leaveFocus,
}: SavedFileProps) {
  const t = documentsText();
  const [isLost, setIsLost] = useState(false);
  const setLost = useCallback(() => setIsLost(true), []);
  const doubt = isLost ? 'lost' : doubtAbout(row);
  const known = photoVerdicts.find((each) => each === row.verdict) ?? 'saved';
  const isKept = doubt === null && known !== 'good' && known !== 'saved';
  const isWrong = refused !== null || doubt !== null;
  const Icon = refused !== null ? IconError : isWrong ? IconWarning : IconCheck;
  const kind = isWrong ? 'bad' : isKept ? 'kept' : 'good';
  const words = refused !== null ? t.refused : isKept ? t.kept : t.verdict[doubt ?? known];
  const said = format(words, { page, words: refused ?? '' });
  return (
    <li
      className={styles['file']}
      ref={refused === null ? null : scrollIntoView}
      style={{ order: slot }}
    >
      <DocumentPreview onLost={setLost} row={row} store={store} />
      <div className={styles['verdict']}>
        <p aria-live="polite" className={styles[kind]}>
          <Icon />
          <span>{isAsked ? `${said.replace(/\.$/, '')}. ${issuesText()['bad-photo']}` : said}</span>
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
        {isAsked ? (
          <Button
            onClick={({ currentTarget }) => {
              // The focus moves to the picture, because this button goes.
              currentTarget.closest('li')?.querySelector('button')?.focus();
              void orSayWhy(async () => (await store.attachments()).keep(row.id));
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
          onClick={() => {
            leaveFocus();
            void orSayWhy(() => removeFile(store, row, isNamed));
          }}
          variant="quiet"
        />
      </div>
    </li>
  );
}
