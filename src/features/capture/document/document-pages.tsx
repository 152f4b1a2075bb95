import type { PageName } from '../../../domain/forms/document-kinds.ts';
import { inSlots } from '../../../domain/forms/page-slots.ts';
import type { AttachmentId } from '../../../domain/ids.ts';
import { documentsText } from '../../../messages/documents.ts';
import { say } from '../../../messages/say.ts';
import type { FormStore } from '../../../store/open-store.ts';
import type { AttachmentRow } from '../../../store/rows.ts';
import { IconCamera } from '../../../ui/more-icons.tsx';
import styles from './document-capture.module.css';
import { SavedFile } from './saved-file.tsx';

/** The file that the server refused, with the server's message. */
export type RefusedFile = Readonly<{ attachmentId: AttachmentId; words: string }>;

export interface DocumentPagesProps {
  readonly store: FormStore;
  readonly rows: readonly AttachmentRow[];
  readonly pages: readonly PageName[];
  readonly refused: RefusedFile | null;
  /** The id of the input that opens the camera. */
  readonly takePhoto: string;
}

function pageLabel(pages: readonly PageName[], slot: number): string {
  const t = documentsText();
  const page = pages[slot];
  return page ? t.page[page] : say(t.otherPage, { number: slot + 1 });
}

/** The places of a kind's pages: photos, and the empty places of the pages that are asked for. */
export function DocumentPages({ store, rows, pages, refused, takePhoto }: DocumentPagesProps) {
  const slots = inSlots(rows);
  const places = Array.from({ length: Math.max(pages.length, slots.length) }, (_, slot) => ({
    label: pageLabel(pages, slot),
    isAsked: slot < pages.length,
    row: slots[slot] ?? null,
    slot,
  }));
  if (places.length === 0) return null;
  return (
    <div className={styles['pages']}>
      {rows.length > 0 ? (
        <ul aria-label={documentsText().added} className={styles['files']}>
          {places.map(({ label, row, slot }) =>
            row === null ? null : (
              <SavedFile
                key={row.id}
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
          // Only for a finger: 'Take photo' says the same to everybody else.
          <label
            aria-hidden="true"
            className={styles['empty']}
            htmlFor={takePhoto}
            key={label}
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
