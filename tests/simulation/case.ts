import type { UploadCall } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import type { Values } from '../../src/domain/forms/values.ts';
import type { FormId, SubmissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import type { AttachmentRow } from '../../src/store/format/rows.ts';

/** The content that a submission must leave on the server. */
export type Content = Readonly<{
  /** A text in the body that is in no other submission's body. */
  body: string;
  signature: string;
  documents: readonly Readonly<{ call: UploadCall; fileName: string; content: string }>[];
}>;

/** The agent's knowledge of one submission, and the data of the checks. */
export interface Case {
  readonly id: SubmissionId;
  readonly number: number;
  readonly kind: FormKind;
  /** The returned form that it corrects. */
  readonly corrects: FormId | undefined;
  values: Values;
  version: number;
  files: AttachmentRow[];
  /** The content of each file, by its id. */
  readonly holds: Map<string, string>;
  /** The form's content at each press on Submit. */
  readonly pressed: Content[];
  /** The newest press whose result was 'saved'; -1: none, or the Submit was undone. */
  acknowledged: number;
  /** The agent was not told that it is submitted. */
  mayBeDraft: boolean;
  removal: 'no' | 'asked' | 'done';
  /** It was in the store; only a wipe may remove it. */
  wasStored: boolean;
  wasDelivered: boolean;
  reportedLost: boolean;
  lastRow: Submission | undefined;
  formId: FormId | null;
  /** Its second copy was complete, and must stay so while it waits. */
  wasCopied: boolean;
  /** When it last began to wait or was sent, in ticks. */
  triedAt: number;
  /** The server's lists as the device knew them when it last wrote; a receipt keeps none. */
  documents: Submission['documents'];
  /** The newest arrival at the server that a list received for this submission could show. */
  readonly seenUpTo: Partial<Record<UploadCall, number>>;
}

/** Matches the made-up customers' personal data, which must appear nowhere else. */
export const personal = /Nkosi|8001015009087/;

export const markerOf = (number: number, version: number, isBad: boolean): string =>
  `Case ${number} version ${version}${isBad ? ' bad' : ''}.`;
