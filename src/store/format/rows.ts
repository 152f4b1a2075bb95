import type { FormKind } from '../../domain/forms/form-kinds.ts';
import type { SentFileKind } from '../../domain/forms/sent-files.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { AttachmentId, SubmissionId } from '../../domain/ids.ts';
import type { FailedAttempts } from '../../domain/lock.ts';
import type { Receipt, ServerMessage, SubmissionStatus } from '../../domain/submission-types.ts';
import type { Bytes } from '../../seal/bytes.ts';
import type { StoredAgent } from '../../seal/key-hierarchy.ts';

/*
 * The rows of all tables; `database.ts` lists the tables. Submissions: `format/submission-row.ts`. A row's plain name is its decrypted
 * type. `Stored…` is the stored type: encrypted, or unencrypted if an older build wrote it.
 */

/** A row as the database gives it: another version, or damage, may have written anything under its id. */
export type Stored<Row extends { id: unknown }> = Readonly<
  { id: Row['id'] } & { [Column in Exclude<keyof Row, 'id'>]?: unknown }
>;

export type Location = Readonly<{
  latitude: number;
  longitude: number;
  /** Metres, as the device estimates it. */
  accuracy: number;
  /** When the fix was taken, ms since 1970. */
  at: number;
}>;

/** The content of a form. It stays while its submission is on its way, so that it can be corrected. */
export type DraftRow = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  /** Version of the form's table that wrote this row; `format/draft-upgrade.ts` reads older ones. */
  formVersion: number;
  /** Grows by one with each save; a save under an older one is refused (two tabs). */
  revision: number;
  values: Values;
  /** Warnings the person chose to pass, as `field:code:value`. */
  passedWarnings: readonly string[];
  section: string;
  field: string | null;
  location: Location | null;
  withoutLocation: boolean;
  consent: boolean;
  /** CSS pixels of the pad on which the strokes were drawn. */
  signatureSize: Readonly<{ width: number; height: number }> | null;
  /** The server's message about the last attempt, during a correction. */
  serverMessage: ServerMessage | null;
  createdAt: number;
  updatedAt: number;
}>;

/** Sealed: all but id, version, revision and `updatedAt`. */
export type StoredDraft = Stored<DraftRow> & Readonly<{ sealed?: unknown }>;

export type StrokeRow = Readonly<{
  submissionId: SubmissionId;
  index: number;
  points: readonly Readonly<{ x: number; y: number; time: number }>[];
}>;

export type StoredStroke =
  | (StrokeRow & Readonly<{ sealed?: never }>)
  | (Omit<StrokeRow, 'points'> & Readonly<{ points?: never; sealed: Bytes }>);

/** A file's metadata. Its bytes are in `blobs`, which are written once. */
export type AttachmentRow = Readonly<{
  id: AttachmentId;
  submissionId: SubmissionId;
  kind: SentFileKind;
  /** The name on the wire, unique and fixed for life: `id-document-<8 hex>.jpg`. */
  fileName: string;
  /** The name the person knows it by; shown, never sent. */
  originalName: string;
  type: string;
  size: number;
  sha256: string;
  sequence: number;
  /** Its place among the pages of its kind, from 0: see `page-slots.ts`. Rows of older builds have none. */
  slot?: number;
  /** It was taken as WebP, and made into a JPEG for a server that takes none. Its copy has another name than the WebP's. */
  wasWebp?: true;
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

/** Safari can fail to store a Blob; then the bytes themselves are kept. */
export type BlobRow = Readonly<{ id: AttachmentId; type: string; bytes: Blob | ArrayBuffer }>;

/**
 * The frozen form data of a submission, as the wire carries it, without its formId. JSON text. `sha256`: of salt and text, so that a
 * receipt's hash can't be used to try ID numbers; those of older builds have no salt.
 */
export type PayloadRow = Readonly<{ id: SubmissionId; json: string; salt: string; sha256: string }>;

export type StoredPayload = Readonly<{ id: SubmissionId; sha256: string }> &
  (
    | Readonly<{ json: string; salt?: string; sealed?: never }>
    | Readonly<{ json?: never; salt?: never; sealed: Bytes }>
  );

export type CounterRow = Readonly<{ status: SubmissionStatus; count: number }>;
/** Small single values: device storage keys, the lease, the hold, cached options. */
export type DeviceRow = Readonly<{ key: string; value: unknown }>;
/** A formGuid that was received: in the pool, with its place there, or a submission's. */
export type FormGuidRow = Readonly<{
  /** By `formIdKey`, so that two spellings of one UUID are one row. Older builds wrote it came. */
  guid: string;
  /** As the server spelled it; absent if that is `guid`. */
  as?: string;
  /** When it was received, ms since 1970. Absent in rows of older builds. */
  at?: number;
  sequence?: number;
  submissionId?: SubmissionId;
}>;

/**
 * A secret of this device. `spare`: available. `used`: a key needs it. `dying`: no key needs it; it will be deleted. `stranger`: found
 * in storage, but unknown; `madeAt` is when it was first found. The bytes are not in this table.
 */
export type SecretNameRow = Readonly<{
  name: string;
  state: 'spare' | 'used' | 'dying' | 'stranger';
  madeAt: number;
}>;
/** The bytes of secrets, if the browser lacks a secret storage. */
export type SecretBytesRow = Readonly<{ name: string; bytes: Bytes }>;

/** An agent of this phone with the key slots. Without a slot, nobody can unlock this agent. */
export type AgentRow = StoredAgent &
  Readonly<{
    /** Absent: nobody gave one. */
    label?: string;
    /** Their submissions are sent only while they are unlocked. */
    sendsOnlyUnlocked?: true;
    /** Whether their PIN is typed on a keyboard with letters; absent: not known. */
    pinHasLetters?: boolean;
    /** Wrong PINs in a row; absent: none. */
    failures?: FailedAttempts;
  }>;

/** The columns of a receipt. They replace the customer's. */
export const receiptColumns = ({ name, simTail }: Receipt) => ({
  customerName: name,
  simTail,
  terms: [...name.toLowerCase().split(' '), simTail].filter((term) => term !== ''),
  simCardNumber: '',
});
