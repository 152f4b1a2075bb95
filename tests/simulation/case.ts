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
  /** The returned form that this submission corrects. */
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
  /** The app has not told the agent that the form is submitted. */
  mayBeDraft: boolean;
  removal: 'no' | 'asked' | 'done';
  /** The submission was in the store. Only a wipe may remove it. */
  wasStored: boolean;
  wasDelivered: boolean;
  reportedLost: boolean;
  lastRow: Submission | undefined;
  formId: FormId | null;
  /** The second copy was complete. It must stay complete while the submission waits. */
  wasCopied: boolean;
  /** When the submission last began to wait or was sent, in ticks. */
  triedAt: number;
  /** The server's lists that the device knew at its last write. A receipt has no lists. */
  documents: Submission['documents'];
  /** By call: the newest arrival at the server that the received lists of this submission could show. */
  readonly seenUpTo: Partial<Record<UploadCall, number>>;
}

/** Matches the made-up customers' personal data. Checks search for it in places where it must not appear. */
export const personal = /Nkosi|8001015009087/;

export const markerOf = (number: number, version: number, isBad: boolean): string =>
  `Case ${number} version ${version}${isBad ? ' bad' : ''}.`;
