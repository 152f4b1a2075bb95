import type { ComponentType } from 'react';
import type { FileKind } from '../../domain/forms/form.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database, Location } from '../../store/database.ts';

type StoredPartProps = Readonly<{
  db: Database;
  submissionId: SubmissionId;
  /** To be awaited before anything is written: a form that nobody has touched is not stored yet. */
  ensureDraft: () => Promise<SubmissionId>;
  error: string | undefined;
}>;

/** Lists, adds and removes the files of one kind, which it stores by itself. */
export type DocumentsPartProps = StoredPartProps & Readonly<{ fileKind: FileKind }>;

/** Stores each stroke by itself. */
export type SignaturePartProps = StoredPartProps;

export type LocationPartProps = Readonly<{
  value: Location | null;
  withoutLocation: boolean;
  onLocation: (location: Location) => void;
  onWithoutLocation: (withoutLocation: boolean) => void;
  error: string | undefined;
}>;

/** What the form is composed of that is not a field. */
export type FormParts = Readonly<{
  documents: ComponentType<DocumentsPartProps>;
  signature: ComponentType<SignaturePartProps>;
  location: ComponentType<LocationPartProps>;
}>;
