import type { ComponentType, ReactNode } from 'react';
import type { MissingPage } from '../../domain/forms/check.ts';
import type { Signer } from '../../domain/forms/customer.ts';
import type { FileKind, PageName } from '../../domain/forms/document-kinds.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { Reading, ScanPurpose } from '../../domain/scan.ts';
import type { AttachmentRow, Location } from '../../store/format/rows.ts';
import type { FormStore } from '../../store/open-store.ts';

type StoredPartProps = Readonly<{
  store: FormStore;
  submissionId: SubmissionId;
  /** Await this before writing anything: a form without changes is not stored yet. */
  ensureDraft: () => Promise<SubmissionId>;
  error: string | undefined;
}>;

/** Lists, adds and removes the files of one kind. The component stores the files itself. */
export type DocumentsPartProps = StoredPartProps &
  Readonly<{
    fileKind: FileKind;
    /** The pages that the form asks for by name. */
    pages: readonly PageName[];
    /** The page of a card that 'Next' asks about. Null if it asks about none. */
    missingPage: MissingPage | null;
    /** The ids of the bad photos that 'Next' asks about. */
    doubtful: readonly string[];
    onUseAnyway: (missing: MissingPage) => void;
    /** The document kind's own fields, shown below the buttons. */
    children: ReactNode;
    /** The refused file of this kind, with the server's words. Null if there is none. */
    refused: Readonly<{ attachmentId: AttachmentId; words: string }> | null;
  }>;

/** Stores each stroke itself, and reports each change of the signature. */
export type SignaturePartProps = StoredPartProps &
  Readonly<{
    signer: 'customer' | 'witness';
    /** Shown once signed. '' if it is not known, or can change on the same screen. */
    signerName: string;
    onSigned: () => void;
    /** Set if the pad fills the whole screen. Called for 'Done'. */
    onDone?: () => void;
    /** Shown below the pad. */
    children?: ReactNode;
  }>;

export type LocationPartProps = Readonly<{
  value: Location | null;
  withoutLocation: boolean;
  onLocation: (location: Location) => void;
  onWithoutLocation: (withoutLocation: boolean) => void;
  /**
   * The warning about the location, for example about its accuracy; '' if there is none or the person has passed it.
   */
  doubt: string;
  onUseAnyway: () => void;
  error: string | undefined;
}>;

export type ScannerProps = Readonly<{
  purpose: ScanPurpose;
  store: FormStore;
  /** The warning about a SIM's number that another form on this phone has. Null if none has it. */
  warningFor: (number: string) => Promise<string | null>;
  /** Called with one number. */
  onTake: (reading: Reading) => void;
  onType: () => void;
  onClose: () => void;
}>;

/** A chosen file that is being saved, or that could not be saved. */
export type UnsavedFile = Readonly<{
  key: number;
  submissionId: SubmissionId;
  kind: FileKind['kind'];
  name: string;
  state: Readonly<{ status: 'waiting' | 'reading' | 'shrinking' | 'saving' | 'failed' }>;
}>;

/** The unsaved files of all forms of this page. */
export type UnsavedFiles = Readonly<{
  /** Returns the same array until something changes. */
  snapshot: () => readonly UnsavedFile[];
  subscribe: (listener: () => void) => () => void;
}>;

/** The components of a form other than its fields. */
export type FormParts = Readonly<{
  documents: ComponentType<DocumentsPartProps>;
  signature: ComponentType<SignaturePartProps>;
  signatureByName: ComponentType;
  /** The terms and conditions, to be read in the customer's view. */
  terms: ComponentType;
  location: ComponentType<LocationPartProps>;
  /** Fills a field by the camera, over the whole screen. */
  scanner: ComponentType<ScannerProps>;
  /** The picture of a stored file, with a bad verdict below it. Pressing the picture enlarges it. */
  documentPicture: ComponentType<
    Readonly<{ store: FormStore; row: AttachmentRow; pages: readonly PageName[]; slot: number }>
  >;
  signaturePicture: ComponentType<
    Readonly<{ store: FormStore; submissionId: SubmissionId; signer: Signer }>
  >;
  /** The progress or the error of an unsaved file, with buttons to retry or to continue without the file. */
  unsavedFile: ComponentType<Readonly<{ store: FormStore; fileKey: number }>>;
}>;
