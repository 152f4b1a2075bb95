import type { DocumentKind } from '../../domain/forms/document-kinds.ts';
import type { Suggestions } from '../../domain/forms/next-customer.ts';
import type { PictureType } from '../../domain/forms/sent-files.ts';
import type { FormId, SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../db/database.ts';
import { type Query, queryOf } from '../db/query.ts';
import { withReopen } from '../db/transactions.ts';
import type { BrowserCopies } from '../device/device-storage.ts';
import { photoType, UNKNOWN_BACKEND } from '../device/device-values.ts';
import {
  type BegunCorrection,
  beginCorrection,
  type ReturnedForm,
  type ReturnedRegistration,
  returnedForm,
} from '../drafts/begin-correction.ts';
import {
  type DraftFingerprint,
  type DraftOpening,
  draftFingerprint,
  draftOpening,
} from '../drafts/draft-opening.ts';
import { rememberSim, saveSuggestions, simHash, suggestions } from '../drafts/suggestions.ts';
import type { AttachmentRow } from '../format/rows.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { type AttachmentsStore, attachmentsStore } from './attachments.ts';
import { type StoredSignature, type StrokesStore, strokesStore } from './strokes.ts';

export type FileQueries = Readonly<{
  /** The rows without bytes, oldest first. */
  documents: (id: SubmissionId, kind: DocumentKind) => Query<readonly AttachmentRow[]>;
  signature: (id: SubmissionId) => Query<StoredSignature>;
  suggestions: () => Query<Suggestions>;
  /** The value is undefined if there is no such draft. */
  draftFingerprint: (id: SubmissionId) => Query<DraftFingerprint | undefined>;
  /** The returned registration with this formId. */
  returnedForm: (corrects: FormId) => Query<ReturnedForm>;
}>;

/** The store's part that opens stored forms, with their files and strokes. */
export type Files = Readonly<{
  queries: FileQueries;
  opening: DraftOpening;
  beginCorrection: (of: ReturnedRegistration) => Promise<BegunCorrection>;
  attachments: AttachmentsStore & Readonly<{ photoType: () => Promise<PictureType> }>;
  strokes: StrokesStore;
  saveSuggestions: (added: Suggestions) => Promise<void>;
  simHash: (simCardNumber: string) => Promise<string | null>;
  /** Stores the HMAC of a submitted SIM number, for the warning in other forms. */
  rememberSim: (id: SubmissionId, simCardNumber: string) => Promise<void>;
}>;

export function filesOf(
  db: Database,
  keyStore: KeyStore,
  copy: BrowserCopies | undefined,
  backend = UNKNOWN_BACKEND,
): Files {
  const attachments = {
    ...attachmentsStore(db, keyStore),
    photoType: () => withReopen(db, () => photoType(db, backend)),
  };
  const strokes = strokesStore(db, keyStore);
  return {
    queries: {
      documents: (id, kind) => queryOf(() => attachments.list(id, kind)),
      signature: (id) => queryOf(() => strokes.read(id)),
      suggestions: () => queryOf(() => suggestions(db, keyStore)),
      draftFingerprint: (id) => queryOf(() => draftFingerprint(db, id)),
      returnedForm: (corrects) => queryOf(() => returnedForm(db, keyStore.agentAccess, corrects)),
    },
    opening: draftOpening(db, keyStore),
    beginCorrection: (of) =>
      beginCorrection(db, keyStore, of, { newId: () => crypto.randomUUID(), now: Date.now }),
    attachments,
    strokes,
    saveSuggestions: (added) => saveSuggestions(db, keyStore, added),
    simHash: (simCardNumber) => simHash(copy, simCardNumber),
    rememberSim: async (id, simCardNumber) =>
      rememberSim(db, id, await simHash(copy, simCardNumber), Date.now()),
  };
}
