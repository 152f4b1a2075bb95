import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { MissingPage } from '../../../domain/forms/check.ts';
import { type FileKind, inSlots, type PageName } from '../../../domain/forms/document-kinds.ts';
import { sentTypes } from '../../../domain/forms/sent-files.ts';
import type { AttachmentId, SubmissionId } from '../../../domain/ids.ts';
import { documentsText } from '../../../messages/capture.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { issuesText } from '../../../messages/form.ts';
import { format, sentences } from '../../../messages/text.ts';
import type { AttachmentRow } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { IconWarning } from '../../../ui/frame/icons.tsx';
import { IconCamera, IconDocument } from '../../../ui/frame/more-icons.tsx';
import { DocumentCamera, useOwnCamera } from './document-camera.tsx';
import styles from './document-capture.module.css';
import { type FileToAdd, orSayWhy, useFileQueue } from './file-queue.ts';
import { QueuedFileRow } from './queued-file.tsx';
import { pageLabel, SavedFile } from './saved-file.tsx';

/** The file that the server refused, with the server's message. */
export type RefusedFile = Readonly<{ attachmentId: AttachmentId; words: string }>;

const focusOn = (id: string): void => document.getElementById(id)?.focus();

export interface DocumentPagesProps {
  readonly store: FormStore;
  readonly rows: readonly AttachmentRow[];
  readonly pages: readonly PageName[];
  readonly refused: RefusedFile | null;
  readonly doubtful: readonly string[];
  /** The id of the input that opens the camera. */
  readonly takePhoto: string;
  /** Opens the camera inside Veld. Null: an empty place opens the phone's camera. */
  readonly openCamera: ((slot: number) => void) | null;
  /** Called before an empty place opens the phone's camera. */
  readonly onPlace: (slot: number) => void;
  /** Puts a new photo in the place of the file on this page. */
  readonly onRetake: (slot: number, files: readonly File[]) => void;
}

/** The pages of one document kind: photos, and an empty place for each requested page without a photo. */
function DocumentPages({
  store,
  rows,
  pages,
  refused,
  doubtful,
  takePhoto,
  openCamera,
  onPlace,
  onRetake,
}: DocumentPagesProps) {
  const slots = inSlots(rows);
  const places = Array.from({ length: Math.max(pages.length, slots.length) }, (_, slot) => ({
    label: pageLabel(pages, slot),
    isAsked: slot < pages.length,
    row: slots[slot] ?? null,
    slot,
  }));
  if (places.length === 0) return null;
  const next = places.find(({ row }) => row === null);
  return (
    <div className={classNames(styles['pages'], places.length === 1 && styles['one'])}>
      {rows.length > 0 ? (
        <ul aria-label={documentsText().added} className={styles['files']}>
          {places.map(({ label, isAsked, row, slot }) =>
            row === null ? null : (
              <SavedFile
                isAsked={doubtful.includes(row.id)}
                isNamed={isAsked}
                key={row.id}
                leaveFocus={() => focusOn(takePhoto)}
                onRetake={(files) => onRetake(slot, files)}
                page={label}
                refused={row.id === refused?.attachmentId ? refused.words : null}
                row={row}
                slot={slot}
                store={store}
              />
            ),
          )}
        </ul>
      ) : null}
      {places.map(({ label, isAsked, row, slot }) =>
        row === null && isAsked ? (
          // For touch only. Keyboards and screen readers use the button 'Take photo', which does the same.
          <label
            aria-hidden="true"
            className={classNames(styles['empty'], slot === next?.slot && styles['next'])}
            htmlFor={takePhoto}
            key={label}
            onClick={(event) => {
              if (openCamera === null) return onPlace(slot);
              event.preventDefault();
              openCamera(slot);
            }}
            style={{ order: slot }}
          >
            <IconCamera />
            {label}
          </label>
        ) : null,
      )}
    </div>
  );
}

/** The form whose photos the camera inside Veld took last. The photos of the next form begin with that camera. */
let lastPhotographed: SubmissionId | null = null;

/**
 * Adds a photo as the phone's camera app does, so that the form treats both alike. Returns false if the person has left
 * the section, and the input is gone.
 */
function giveTo(input: HTMLElement | null, photo: File): boolean {
  if (!(input instanceof HTMLInputElement)) return false;
  const list = new DataTransfer();
  list.items.add(photo);
  input.files = list.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** The list includes PDF: Chrome on Android 14 and later offers no camera if a list has only pictures. */
const ACCEPT = sentTypes.join(',');

export interface DocumentCaptureProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly ensureDraft: () => Promise<SubmissionId>;
  readonly fileKind: FileKind;
  readonly pages: readonly PageName[];
  readonly error: string | undefined;
  /** The page of a card that 'Next' asks about. Null if it asks about none. */
  readonly missingPage: MissingPage | null;
  /** The ids of the bad photos that 'Next' asks about. */
  readonly doubtful: readonly string[];
  readonly onUseAnyway: (missing: MissingPage) => void;
  readonly refused: RefusedFile | null;
  readonly children: ReactNode;
}

/** Adds, shows and removes the files of one kind. A file is shown as saved only when it is on the disk. */
export function DocumentCapture({
  store,
  submissionId,
  ensureDraft,
  fileKind,
  pages,
  error,
  missingPage,
  doubtful,
  onUseAnyway,
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
  /** Set while a photo of the camera inside Veld is passed through the input. */
  const onTried = useRef<FileToAdd['onTried']>(undefined);
  const add = (chosen: readonly File[], slot?: number, isRetaken = false) =>
    queue.add(
      chosen.map((file) => ({
        submissionId,
        kind,
        file,
        ensureDraft,
        slot,
        isRetaken,
        onTried: onTried.current,
      })),
    );
  /** The empty place that was tapped, until the input opens. */
  const tappedPlace = useRef<number>(undefined);
  /** The page of the photo that the phone's camera takes now. */
  const photoPlace = useRef<number>(undefined);
  function openFor(place: number | undefined): void {
    photoPlace.current = place;
    tappedPlace.current = undefined;
  }
  const messages = useRef<HTMLDivElement>(null);
  const failed = queued.filter(({ state }) => state.status === 'failed').length;
  const failedBefore = useRef(failed);
  // On a small screen, a new message is below the bar with 'Next'.
  useEffect(() => {
    if (failed > failedBefore.current)
      messages.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
    failedBefore.current = failed;
  }, [failed]);
  const hasOwnCamera = useOwnCamera();
  /** The page that the camera inside Veld begins with. Null: the camera is closed. */
  const [cameraFor, setCameraFor] = useState<number | null>(null);
  const isUntouched = rows?.length === 0 && queued.length === 0 && pages.length > 0;
  useEffect(() => {
    if (!(hasOwnCamera && isUntouched) || lastPhotographed === null) return;
    if (lastPhotographed === submissionId) return;
    // Once for each form.
    lastPhotographed = submissionId;
    setCameraFor(0);
  }, [hasOwnCamera, isUntouched, submissionId]);
  const slots = inSlots(rows ?? []);
  const coming = queued.filter(({ state }) => state.status !== 'failed');
  const free = pages
    .map((_, slot) => slot)
    .filter((slot) => !(slots[slot] || coming.some((file) => file.slot === slot)));
  // Files that are not stored yet get the first free places, if they have no place of their own.
  const unplaced = coming.filter(({ slot }) => slot === undefined).length;
  const wanted = free.find((slot) => slot === cameraFor);
  const missing = wanted ?? free[Math.min(unplaced, free.length - 1)];
  const hasBack = rows !== undefined && Boolean(inSlots(rows)[pages.indexOf('back')]);
  return (
    <FileField
      error={error}
      hint={sentences(hints[kind] ?? null, pages.length > 0 ? null : t.howTo)}
      id={takePhoto}
      label={fieldsText().document[kind]}
      onFiles={(chosen) => {
        add(chosen, photoPlace.current);
        photoPlace.current = undefined;
      }}
      required={required}
      ways={[
        {
          label: t.takePhoto,
          icon: <IconCamera />,
          accept: 'image/*',
          capture: 'environment',
          onClick: () => openFor(tappedPlace.current),
        },
        {
          label: t.chooseFile,
          icon: <IconDocument />,
          accept: ACCEPT,
          multiple: true,
          onClick: () => openFor(undefined),
        },
      ]}
    >
      {rows ? (
        <DocumentPages
          doubtful={doubtful}
          pages={pages}
          refused={refused}
          rows={rows}
          store={store}
          onRetake={(slot, chosen) => add(chosen, slot, true)}
          onPlace={(slot) => {
            tappedPlace.current = slot;
          }}
          openCamera={hasOwnCamera ? setCameraFor : null}
          takePhoto={takePhoto}
        />
      ) : null}
      {cameraFor !== null && rows ? (
        <DocumentCamera
          missing={
            missing === undefined ? null : { slot: missing, name: pageLabel(pages, missing) }
          }
          onClose={() => setCameraFor(null)}
          onKeep={(row) => void orSayWhy(async () => (await store.attachments()).keep(row.id))}
          onPhoneCamera={() => {
            setCameraFor(null);
            tappedPlace.current = missing;
            document.getElementById(takePhoto)?.click();
          }}
          onPhoto={(photo, slot, isRetaken, tried) => {
            lastPhotographed = submissionId;
            openFor(slot);
            onTried.current = tried;
            const isGiven = !isRetaken && giveTo(document.getElementById(takePhoto), photo);
            if (!isGiven) add([photo], slot, isRetaken);
            openFor(undefined);
            onTried.current = undefined;
          }}
        />
      ) : null}
      {missingPage === null ? null : (
        <div className={styles['asked']}>
          <p role="status">
            <IconWarning />
            {issuesText()[missingPage]}
          </p>
          <Button onClick={() => document.getElementById(takePhoto)?.click()} variant="quiet">
            {t.takeThePhoto}
          </Button>
          <Button
            onClick={({ currentTarget: { form } }) => {
              onUseAnyway(missingPage);
              // Submits the form as 'Next' does. The check no longer asks for the page.
              form?.requestSubmit();
            }}
            variant="quiet"
          >
            {t.goOnWithoutBack}
          </Button>
        </div>
      )}
      <div aria-live="polite" ref={messages}>
        {queued.map((file) => (
          <QueuedFileRow
            file={file}
            key={file.key}
            leaveOut={{ word: t.close, name: format(t.closeMessage, { name: file.name }) }}
            leaveFocus={() => focusOn(takePhoto)}
            onDismiss={() => queue.dismiss(file.key)}
            onRetry={() => queue.retry(file.key)}
          />
        ))}
      </div>
      {hasBack ? null : children}
    </FileField>
  );
}
