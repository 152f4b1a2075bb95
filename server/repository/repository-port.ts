import type { DeviceState } from '../../src/domain/announced.ts';
import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind, SearchKind } from '../../src/domain/forms/form-kinds.ts';
import type { ReasonCode, VerdictState } from '../../src/domain/verdict.ts';

/** An answer as the server sent it. A repeated call gets exactly this answer again. */
export type HttpAnswer = Readonly<{
  statusCode: number;
  body: string;
}>;

/** Identifies a request that must happen once: its device, its idempotency key, its form, and a hash of its content. */
export type Claim = Readonly<{
  deviceId: string;
  key: string;
  formId: string;
  requestHash: string;
}>;

export type SavedAnswer = Readonly<{
  requestHash: string;
  answer: HttpAnswer;
}>;

export type FormOwner = Readonly<{
  formId: string;
  deviceId: string;
  kind: FormKind;
}>;

export type FormContent = Readonly<{
  formId: string;
  isBusinessCustomer: boolean;
  latitude: number | null;
  longitude: number | null;
  formData: Record<string, string | number>;
}>;

/** The operator's decision on a complete form. `code` and `text`: only if it is refused. */
export type Decision = Readonly<{
  formId: string;
  state: 'active' | 'refused';
  code: ReasonCode | null;
  text: string | null;
}>;

/** The mark that the operator has decided a form. From then on, phones are told of verdicts. */
export const DECIDES_MARK = 'decides';
/** True if phones are told of verdicts. `announce`: the setting; null if it is not set. */
export const isAnnounced = async (
  { mark }: Pick<Repository, 'mark'>,
  announce: boolean | null,
): Promise<boolean> => announce ?? (await mark(DECIDES_MARK)) !== null;
/** The mark with the first part of every cursor. If it changes, each phone reads its verdicts from the start. */
export const EPOCH_MARK = 'epoch';
/** The mark with the time of the last start with a restored database. */
export const RESTORED_MARK = 'restored';

/** The newest state of a form. `place`: its place among the states of its device. */
export type Verdict = Readonly<{
  formId: string;
  state: VerdictState;
  at: number;
  code: ReasonCode | null;
  text: string | null;
  place: number;
}>;

/** Leaves out older verdicts. `open`: the limit for refused forms that no other form corrects. `any`: for the others. */
export type Since = Readonly<{ any: number; open: number }>;

export type FoundForm = Readonly<{ formId: string; receivedAt: number }>;

export const fileKinds = ['documents', 'signatures'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file's storage name, its encrypted key, and the length of its plain bytes. */
type KeptFile = Pick<StoredFile, 'storageName' | 'sealedKey' | 'size'>;

/** A file that an older version stored unencrypted. */
export type PlainFile = Readonly<{ formId: string; storageName: string }>;

type SealedFile = Readonly<{ storageName: string; sealedKey: string }>;

/** A file in the file store, under `storageName`. `name` comes from the client and is never used as a path. */
export type StoredFile = Readonly<{
  storageName: string;
  name: string;
  contentType: string;
  size: number;
  /** The hash of the plain bytes, in hex. */
  sha256: string;
  /** The file's key, encrypted. Null if an older version stored the bytes unencrypted. */
  sealedKey: string | null;
}>;

export type StoredDocument = StoredFile &
  Readonly<{
    formFileId: string;
    receivedAt: number;
  }>;

type FiledDocument = StoredDocument & Readonly<{ category: DocumentKind }>;

export type Answered = Readonly<{
  status: 'answered';
  answer: HttpAnswer;
}>;

/** The results of `exactlyOnce`, besides those of its effect. */
export type OnceEnding =
  | Readonly<{ status: 'replayed'; answer: HttpAnswer }>
  /**
   * The commit's result was unknown, and then its answer was found. This call or an identical one stored it, so no file
   * of the call may be deleted.
   */
  | Readonly<{ status: 'found-after-doubt'; answer: HttpAnswer }>
  | Readonly<{ status: 'key-reused' }>
  /** The operator has decided the form, and the effect would have changed it. */
  | Readonly<{ status: 'decided' }>;

/**
 * The disk or the connection broke during the commit. Nobody knows if the rows are stored, or will be after the next
 * start. So the caller must delete no file: neither those that the rows freed, nor those that the rows name.
 */
export class CommitInDoubt extends Error {}

/**
 * The store has no room ('full'), or it is in use or does not answer ('busy'). Nothing of the call is stored, and the
 * call may be repeated. `cause`: the store's own error.
 */
export class StoreUnavailable extends Error {
  readonly reason: 'full' | 'busy';
  constructor(reason: 'full' | 'busy', cause: unknown) {
    super('The store cannot take this now.', { cause });
    this.reason = reason;
  }
}

/** Two measures of time, and the clock's latest reading, in milliseconds since 1970. */
export type TrustedTime = Readonly<{
  /** An earlier reading of the machine's clock, which a reading at least a day later confirmed. */
  trusted: number;
  /** The first reading, plus the time that passed between later readings. */
  passed: number;
  /** The latest time that the machine's clock ever showed. */
  latest: number;
}>;

/** The age limit, by both measures. A row is old only if both of its times are earlier. */
export type Age = Pick<TrustedTime, 'trusted' | 'passed'>;

/** The number of unused form ids that a device may hold for longer than a month. */
export const MAX_UNUSED_FORMS = 50;

/**
 * The changes inside one transaction. All others need a form that `bindForm` has bound. An error of a change may come
 * later, from `exactlyOnce` itself. `at`: milliseconds since 1970.
 */
export type FormsTransaction = Readonly<{
  /**
   * Binds the form to this device and kind. Returns false if the form is unknown, or bound to another device or kind.
   */
  bindForm: (owner: FormOwner) => Promise<boolean>;
  /** `corrects`: the id of the returned form that this one corrects. If it is the same device's, both sides know it. */
  saveContent: (content: FormContent, at: number, corrects?: string | null) => Promise<void>;
  /** Replaces the form's signature. Returns the storage names of the old files, which are now listed as garbage. */
  replaceSignature: (formId: string, files: readonly StoredFile[], at: number) => Promise<string[]>;
  documentNamed: (formId: string, name: string) => Promise<FiledDocument | null>;
  /** Sorted by arrival. */
  listDocuments: (formId: string, category: DocumentKind) => Promise<StoredDocument[]>;
  addDocument: (formId: string, category: DocumentKind, document: StoredDocument) => Promise<void>;
  /**
   * Removes a document of the owner's form and lists its file as garbage. Returns its storage name. Null if there is no
   * such document.
   */
  removeDocument: (owner: FormOwner, formFileId: string, at: number) => Promise<string | null>;
}>;

/**
 * The store of forms, documents' rows and answers.
 * Every implementation must guarantee: each call is all or nothing, and durable when its promise resolves. A read sees
 * only calls that were committed before it began. Calls for one form or idempotency key run one after another. Calls
 * for different forms may run at the same time.
 */
export type Repository = Readonly<{
  issueForm: (formId: string, deviceId: string, at: number) => Promise<void>;
  /**
   * Deletes unused form ids from before `yearAgo`. Also deletes those from before `monthAgo`, except a device's newest
   * `MAX_UNUSED_FORMS`. Returns their number. Unused ids have no customer data. A phone that still holds a deleted id
   * must request another.
   */
  purgeForms: (yearAgo: number, monthAgo: number) => Promise<number>;
  /**
   * True if this device may use the form: the server issued the form, and no other device has it. Another device may
   * take the form a moment later, or the form may be erased. So `exactlyOnce` checks again.
   */
  mayUse: (owner: FormOwner) => Promise<boolean>;
  /**
   * The stored answer for an idempotency key. A stored answer never changes. Null if there is none yet: another call
   * may store one at any moment.
   */
  savedAnswer: (deviceId: string, key: string) => Promise<SavedAnswer | null>;
  /**
   * The same, but it asks the database only if this server answered the key lately. So a first call needs no query. A
   * repeat at another server, or after a restart, finds its answer in `exactlyOnce`.
   */
  recentAnswer: (deviceId: string, key: string) => Promise<SavedAnswer | null>;
  /**
   * Runs the effect and stores its answer in one durable transaction. So a repeated call finds both or neither. The
   * effect begins only once it is known that there is no stored answer.
   * If the effect ends with another status than 'answered', or throws, the transaction is rolled back. So is an effect
   * that changes a decided form. An effect that makes a form complete also records that it is received. Throws
   * `CommitInDoubt` if nobody can know whether the commit took effect.
   * The effect may await only `forms`, because other calls wait meanwhile. After a conflict the effect runs again from
   * its start, so its only output must be its result.
   */
  exactlyOnce: <Ending extends Readonly<{ status: string }>>(
    claim: Claim | null,
    at: number,
    effect: (forms: FormsTransaction) => Promise<Ending>,
  ) => Promise<Ending | OnceEnding>;
  /** The document. Null if it is not on a form of this device. */
  documentFor: (formFileId: string, deviceId: string) => Promise<StoredDocument | null>;
  fileCount: () => Promise<number>;
  /** Returns the names that no row has. */
  unknownAmong: (storageNames: readonly string[]) => Promise<string[]>;
  /** Files that a commit freed and that may still be in the file store. They stay listed until `forget`. */
  garbage: (max: number) => Promise<string[]>;
  forget: (storageNames: readonly string[]) => Promise<void>;
  /** A value that a job stored, such as its progress. Null if it stored none. */
  mark: (name: string) => Promise<string | null>;
  setMark: (name: string, value: string) => Promise<void>;
  /** The id that this database shares with its file store. Null until it has one. */
  identity: () => Promise<string | null>;
  identify: (id: string) => Promise<void>;
  /**
   * Stores the id if the database has none yet. Several servers may call this at once. Returns the id that is stored
   * then.
   */
  identifyOnce: (id: string) => Promise<string>;
  /**
   * Records the clock's reading `now`, and returns the times by which old data may be deleted. A reading is trusted
   * only after another one, at least a day later. So one start with a clock that is months ahead deletes nothing.
   */
  trustedTime: (now: number) => Promise<TrustedTime>;
  /**
   * Deletes all data of a form. Returns the storage names of its files, which are now listed as garbage. Null if there
   * is no such form.
   */
  eraseForm: (formId: string, at: number) => Promise<string[] | null>;
  /**
   * Erases up to `max` complete forms (fields, signature, a document) that did not change since `before`. Both times of
   * the rows must be older, because each alone may be wrong.
   */
  eraseFinished: (
    before: Age,
    max: number,
    at: number,
  ) => Promise<{ forms: number; storageNames: string[] }>;
  /**
   * Stores the decision and its place among the states of the device. `incomplete`: the form is not decided, and the
   * signature or every document is missing. `names-customer`: the text has words or numbers of the form, or an address.
   */
  decide: (
    decision: Decision,
    at: number,
  ) => Promise<'decided' | 'unchanged' | 'unknown' | 'incomplete' | 'names-customer'>;
  /**
   * A revoked device can still send. Its forms are marked. `unknown`: the state is stored, but no such device has got a
   * form id or sent a form.
   */
  setDeviceState: (deviceId: string, state: DeviceState) => Promise<'known' | 'unknown'>;
  /** `seq`: the highest place among the states of the device. 0 if it has none. `epoch`: the first part of cursors. */
  deviceOf: (
    deviceId: string,
  ) => Promise<Readonly<{ state: DeviceState; seq: number; epoch: string }>>;
  /** Up to `max` verdicts of the device with a place above `after`, sorted by place. */
  verdictsAfter: (
    deviceId: string,
    after: number,
    since: Since | null,
    max: number,
  ) => Promise<readonly Verdict[]>;
  /** The newest forms with this text. Case, accents and punctuation do not matter. */
  findForms: (kind: SearchKind, text: string, max: number) => Promise<readonly FoundForm[]>;
  /**
   * Makes search terms for up to `max` encrypted forms whose terms are missing or out of date. Returns the number of
   * such forms.
   */
  indexForms: (max: number) => Promise<number>;
  /** Encrypts up to `max` forms that an older version stored unencrypted. Returns the number of such forms. */
  sealForms: (max: number) => Promise<number>;
  /**
   * Replaces the plain request hashes of up to `max` answers. `keyed` makes the keyed hash of a plain one. Returns the
   * number of such answers.
   */
  keyAnswers: (max: number, keyed: (plain: string) => string) => Promise<number>;
  /**
   * Files of a kind that were received at or after `since`. Lists storage names after `after`, in the database's sort
   * order.
   */
  filesAfter: (kind: FileKind, after: string, since: number, max: number) => Promise<KeptFile[]>;
  /** Unencrypted files of a kind. Lists storage names after `after`, in the database's sort order. */
  plainFiles: (kind: FileKind, after: string, max: number) => Promise<PlainFile[]>;
  /**
   * Makes the row name the encrypted file, and lists the plain file as garbage. Returns false if no row names the plain
   * file any more.
   */
  replaceFile: (plain: PlainFile, by: SealedFile, at: number) => Promise<boolean>;
  /** Removes deleted data from the disk, if the database can do this on request. */
  flush: () => Promise<void>;
  /** Deletes answers stored before `at`. Returns their number. */
  purgeAnswers: (at: number) => Promise<number>;
  /** Writes to the database and rolls back. Throws if the database cannot be written to. */
  probe: () => Promise<void>;
  close: () => Promise<void>;
}>;
