import type { Signer } from '../../domain/forms/customer.ts';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SentFileKind } from '../../domain/forms/sent-files.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { AttachmentId, FormId, SubmissionId } from '../../domain/ids.ts';
import type { FailedAttempts } from '../../domain/lock.ts';
import type { Receipt, ServerMessage, SubmissionStatus } from '../../domain/submission-types.ts';
import type { StoredVerdict } from '../../domain/verdict.ts';
import type { Bytes } from '../../seal/bytes.ts';
import type { StoredAgent } from '../../seal/key-hierarchy.ts';

/*
 * The rows of all tables except submissions (`submission-row.ts`). `database.ts` lists the tables. A type without `Stored` is the
 * decrypted row. `Stored…` is the stored row: encrypted, or unencrypted if an older build wrote it.
 */

/** A row as the database returns it. Only the id is certain: the row may be damaged or from another version. */
export type Stored<Row extends { id: unknown }> = Readonly<
  { id: Row['id'] } & { [Column in Exclude<keyof Row, 'id'>]?: unknown }
>;

export type Location = Readonly<{
  latitude: number;
  longitude: number;
  /** The device's estimate, in metres. */
  accuracy: number;
  at: number;
}>;

/** The content of a form. The row stays until the delivery, so that a person can correct a refused form. */
export type DraftRow = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  /** The version of the form's table when this row was written. `decodeDraft` reads older versions. */
  formVersion: number;
  /** Grows by one with each save. A save with an older revision is refused, so that two tabs do not overwrite each other. */
  revision: number;
  values: Values;
  /**
   * The scanned texts, by field. A text that differs from the field's value waits for the person's choice. An empty text asks for a scan
   * of the field. Never sent. Drafts of older builds have none.
   */
  scanned?: Readonly<Record<string, string>>;
  /** The dismissed warnings, as `field:code:value`. */
  passedWarnings: readonly string[];
  section: string;
  field: string | null;
  location: Location | null;
  withoutLocation: boolean;
  consent: boolean;
  /** The pad on which the strokes were drawn, in CSS pixels. */
  signatureSize: Readonly<{ width: number; height: number }> | null;
  /** The server's message about the last attempt, during a correction. */
  serverMessage: ServerMessage | null;
  createdAt: number;
  updatedAt: number;
}>;

/** `sealed` has all columns except id, version, revision and `updatedAt`. */
export type StoredDraft = Stored<DraftRow> & Readonly<{ sealed?: unknown }>;

export type StrokeRow = Readonly<{
  submissionId: SubmissionId;
  index: number;
  points: readonly Readonly<{ x: number; y: number; time: number }>[];
}>;

export type StoredStroke =
  | (StrokeRow & Readonly<{ sealed?: never }>)
  | (Omit<StrokeRow, 'points'> & Readonly<{ points?: never; sealed: Bytes }>);

/** A file's metadata. The file's bytes are in `blobs`. */
export type AttachmentRow = Readonly<{
  id: AttachmentId;
  submissionId: SubmissionId;
  kind: SentFileKind;
  /** The name on the wire, unique and never changed: `id-document-<8 hex>.jpg`. */
  fileName: string;
  /** The name that the screens show. It is never sent. */
  originalName: string;
  type: string;
  size: number;
  sha256: string;
  sequence: number;
  /** The file's page within its kind, from 0: see `inSlots`. Absent in rows of older builds. */
  slot?: number;
  /** True if the app converted the photo from WebP to JPEG. Then its file in the second copy has another name than the WebP had. */
  wasWebp?: true;
  /** A `PhotoVerdict`, or one that only a later build knows. Absent in rows of older builds, and if the phone could not judge. */
  verdict?: string;
  /** True if the agent keeps the photo in spite of its verdict. */
  isKept?: true;
  /** True if the photo took the place of another. 'Next' then does not ask about its verdict. */
  isRetaken?: true;
  addedAt: number;
}>;

export type StoredAttachment =
  | (AttachmentRow & Readonly<{ sealedName?: never; sealedSize?: never; sealedSha256?: never }>)
  | (Omit<AttachmentRow, 'originalName'> &
      Readonly<{
        originalName?: never;
        sealedName: Bytes;
        /** The size and hash of the stored bytes. */
        sealedSize: number;
        sealedSha256: string;
      }>);

/** A file's bytes. If Safari fails to store a Blob, the row has an ArrayBuffer. */
export type BlobRow = Readonly<{ id: AttachmentId; type: string; bytes: Blob | ArrayBuffer }>;

/**
 * The form data of a submission as it is sent, as JSON text without the formId. `sha256`: the hash of salt and text. With the salt, an
 * attacker can't find an ID number by comparing hashes. Rows of older builds have no salt.
 */
export type PayloadRow = Readonly<{
  id: SubmissionId;
  json: string;
  salt: string;
  sha256: string;
  /** The person who signed the sent form. Never sent. Absent in rows of older builds. */
  signer?: Signer;
}>;

export type StoredPayload = Readonly<{ id: SubmissionId; sha256: string }> &
  (
    | Readonly<{ json: string; salt?: string; signer?: Signer; sealed?: never }>
    | Readonly<{ json?: never; salt?: never; signer?: never; sealed: Bytes }>
  );

export type CounterRow = Readonly<{ status: SubmissionStatus; count: number }>;
/** Small single values: device storage keys, the lease, the hold, cached options. */
export type DeviceRow = Readonly<{ key: string; value: unknown }>;
/** A received formGuid: in the pool (with `sequence`), or used by a submission (with `submissionId`). */
export type FormGuidRow = Readonly<{
  /** The result of `formIdKey`, so that two spellings of one UUID share a row. Older builds stored the server's spelling. */
  guid: string;
  /** The server's spelling. Absent if it equals `guid`. */
  as?: string;
  /** When it was received, ms since 1970. Absent in rows of older builds. */
  at?: number;
  sequence?: number;
  submissionId?: SubmissionId;
  /** The agent of that submission. Absent in rows of older builds, and if the submission had none. */
  agent?: string;
  /** True if this phone delivered that submission. It stays when the receipt is deleted. Absent in rows of older builds. */
  isDelivered?: true;
}>;

/** The operator's verdict on a delivered registration. It holds nothing of a customer, so it is not encrypted. */
export type VerdictRow = StoredVerdict &
  Readonly<{
    /** The result of `formIdKey`. */
    formId: FormId;
    /** The local calendar day of `at`, YYYY-MM-DD. */
    day: string;
    heardAt: number;
    /** The agent of the submission, if its row was here. */
    agent?: string;
    /** True if this phone never received the formId. */
    isUnknownForm?: true;
  }>;

/**
 * A secret of this device, without its bytes. `spare`: available. `used`: a key needs the secret. `dying`: marked for deletion.
 * `stranger`: found in a storage, but unknown; then `madeAt` is the time when it was first found.
 */
export type SecretNameRow = Readonly<{
  name: string;
  state: 'spare' | 'used' | 'dying' | 'stranger';
  madeAt: number;
}>;
/** The bytes of secrets, if the browser lacks a secret storage. */
export type SecretBytesRow = Readonly<{ name: string; bytes: Bytes }>;

/** An agent of this phone with the key slots. An agent without slots can't unlock any more. */
export type AgentRow = StoredAgent &
  Readonly<{
    /** Absent if the agent has no label. */
    label?: string;
    /** True if the agent's submissions are sent only while the agent is unlocked. */
    sendsOnlyUnlocked?: true;
    /** True if the PIN contains a letter. Absent if unknown. */
    pinHasLetters?: boolean;
    /** The wrong PINs in a row. Absent if there are none. */
    failures?: FailedAttempts;
  }>;

/** The columns of a receipt, which replace the customer's data. */
export const receiptColumns = ({ name, simTail }: Receipt) => ({
  customerName: name,
  simTail,
  terms: [...name.toLowerCase().split(' '), simTail].filter((term) => term !== ''),
  simCardNumber: '',
});
