import type { DocumentKind } from '../domain/forms/document-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { type AttachmentsStore, attachmentsStore } from './attachments.ts';
import type { Database } from './database.ts';
import { type Query, queryOf } from './query.ts';
import type { AttachmentRow } from './rows.ts';
import { type StoredSignature, type StrokesStore, strokesStore } from './strokes.ts';

export type FileQueries = Readonly<{
  /** Oldest first; without their bytes. */
  documents: (id: SubmissionId, kind: DocumentKind) => Query<readonly AttachmentRow[]>;
  signature: (id: SubmissionId) => Query<StoredSignature>;
}>;

/** The part of the store for what a form takes in that is not words. */
export type Files = Readonly<{
  queries: FileQueries;
  attachments: AttachmentsStore;
  strokes: StrokesStore;
}>;

export function filesOf(db: Database): Files {
  const attachments = attachmentsStore(db);
  const strokes = strokesStore(db);
  return {
    queries: {
      documents: (id, kind) => queryOf(() => attachments.list(id, kind)),
      signature: (id) => queryOf(() => strokes.read(id)),
    },
    attachments,
    strokes,
  };
}
