import type { ComponentType, ReactNode } from 'react';
import type { FileKind, PageName } from '../../domain/forms/document-kinds.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { AttachmentRow, Location } from '../../store/format/rows.ts';
import type { FormStore } from '../../store/open-store.ts';

type StoredPartProps = Readonly<{
  store: FormStore;
  submissionId: SubmissionId;
  /** To be awaited before anything is written: a form that nobody has touched is not stored yet. */
  ensureDraft: () => Promise<SubmissionId>;
  error: string | undefined;
}>;

/** Lists, adds and removes the files of one kind, which it stores by itself. */
export type DocumentsPartProps = StoredPartProps &
  Readonly<{
    fileKind: FileKind;
    /** The pages that are asked for by name. */
    pages: readonly PageName[];
    /** The missing back of a card; '' for none, or if the person goes on without it. */
    warning: string;
    onUseAnyway: () => void;
    /** The kind's own fields, shown below the buttons. */
    children: ReactNode;
    /** The one of its files that the server refused, with the server's words. */
    refused: Readonly<{ attachmentId: AttachmentId; words: string }> | null;
  }>;

/** Stores each stroke by itself, and tells when the signature may be another. */
export type SignaturePartProps = StoredPartProps &
  Readonly<{
    signer: 'customer' | 'witness';
    onSigned: () => void;
    /** The pad has the screen to itself, and takes all of it. */
    isWhole?: true;
    /** The part's own fields, shown below the pad. */
    children?: ReactNode;
  }>;

export type LocationPartProps = Readonly<{
  value: Location | null;
  withoutLocation: boolean;
  onLocation: (location: Location) => void;
  onWithoutLocation: (withoutLocation: boolean) => void;
  /** What is doubtful about it, such as its accuracy; '' where nothing is, or the person passed it. */
  doubt: string;
  onUseAnyway: () => void;
  error: string | undefined;
}>;

/** A chosen file on its way to the disk, or one that failed on it. */
export type UnsavedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: FileKind['kind'];
  name: string;
  state: Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' | 'failed' }>;
}>;

/** The unsaved files of all forms of this page. */
export type UnsavedFiles = Readonly<{
  /** The same array until something changes. */
  snapshot: () => readonly UnsavedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

/** What the form is composed of that is not a field. */
export type FormParts = Readonly<{
  documents: ComponentType<DocumentsPartProps>;
  signature: ComponentType<SignaturePartProps>;
  location: ComponentType<LocationPartProps>;
  /** The picture of a stored file; a press makes it large. */
  documentPicture: ComponentType<Readonly<{ store: FormStore; row: AttachmentRow }>>;
  /** The signature as it will be sent. */
  signaturePicture: ComponentType<
    Readonly<{ store: FormStore; submissionId: SubmissionId; witness: string | null }>
  >;
  /** How far one unsaved file is, or why it failed; tries again, or goes on without it. */
  unsavedFile: ComponentType<Readonly<{ store: FormStore; fileKey: number }>>;
}>;
