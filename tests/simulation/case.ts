import type { UploadCall } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import type { FormId, SubmissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import type { AttachmentRow } from '../../src/store/rows.ts';

/** What a submission is to leave on the server. */
export type Content = Readonly<{
  /** Stands in the body, and in no other submission's. */
  body: string;
  signature: string;
  documents: readonly Readonly<{ call: UploadCall; fileName: string; content: string }>[];
}>;

/** What the agent knows of one submission, and what the checks remember of it. */
export interface Case {
  readonly id: SubmissionId;
  readonly number: number;
  readonly kind: FormKind;
  values: Values;
  version: number;
  files: AttachmentRow[];
  /** What each file holds, by its id. */
  readonly holds: Map<string, string>;
  /** What the form held at each press on Submit. */
  readonly pressed: Content[];
  /** The newest press that the screen said was saved; -1: none, or it was taken back. */
  acknowledged: number;
  /** Nobody told the agent that it is submitted. */
  mayBeDraft: boolean;
  removal: 'no' | 'asked' | 'done';
  /** It was in the store, and nothing but a wipe may take it out. */
  wasStored: boolean;
  wasDelivered: boolean;
  reportedLost: boolean;
  lastRow: Submission | undefined;
  formId: FormId | null;
  /** Its second copy was there, whole, and must be for as long as it waits. */
  wasCopied: boolean;
  /** When it last began to wait, or was sent; ticks. */
  triedAt: number;
  /** The server's lists as the device knew them when it last wrote; a receipt keeps none. */
  documents: Submission['documents'];
  /** The newest arrival at the server that a list which this submission learned from could show. */
  readonly seenUpTo: Partial<Record<UploadCall, number>>;
}

/** Stands in everything personal, and may stand nowhere else. */
export const personal = /Nkosi|8001015009087/;

export const markerOf = (number: number, version: number, isBad: boolean): string =>
  `Case ${number} version ${version}${isBad ? ' bad' : ''}.`;
