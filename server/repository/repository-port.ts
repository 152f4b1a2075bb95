import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind, SearchKind } from '../../src/domain/forms/form-kinds.ts';

/** An answer as it went out, kept so that a repeated call gets the very same one. */
export type HttpAnswer = Readonly<{
  statusCode: number;
  /** JSON text. */
  body: string;
}>;

/** A request that wants to happen once: whose it is, its key, and a digest of all it says. */
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

/** The device that asks for a form, and its kind of call. */
export type FormOwner = Readonly<{
  formId: string;
  deviceId: string;
  kind: FormKind;
}>;

/** A form's fields, as they came. */
export type FormContent = Readonly<{
  formId: string;
  isBusinessCustomer: boolean;
  latitude: number | null;
  longitude: number | null;
  formData: Record<string, string | number>;
}>;

export type FoundForm = Readonly<{ formId: string; receivedAt: number }>;

export const fileKinds = ['documents', 'signatures'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file's storage name, its key, and its plain length. */
type KeptFile = Pick<StoredFile, 'storageName' | 'sealedKey' | 'size'>;

/** A file from before files were sealed. */
export type PlainFile = Readonly<{ formId: string; storageName: string }>;

/** An encrypted file's storage name and its key. */
type SealedFile = Readonly<{ storageName: string; sealedKey: string }>;

/** A file in the file store, under `storageName`. `name` is the client's and only data. */
export type StoredFile = Readonly<{
  storageName: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** The hash of the plain bytes, in hex. */
  sha256: string;
  /** The file's key. Null: an older version stored the bytes unencrypted. */
  sealedKey: string | null;
}>;

export type StoredDocument = StoredFile &
  Readonly<{
    formFileId: string;
    /** Milliseconds since 1970. */
    receivedAt: number;
  }>;

export type Answered = Readonly<{
  status: 'answered';
  answer: HttpAnswer;
}>;

/** How a call that wants to happen once can end, beside the endings of its own effect. */
export type OnceEnding =
  | Readonly<{ status: 'replayed'; answer: HttpAnswer }>
  /** The commit was in doubt, and then its answer was found: this call's own, or a twin's. So no file of it may go. */
  | Readonly<{ status: 'found-after-doubt'; answer: HttpAnswer }>
  | Readonly<{ status: 'key-reused' }>;

/**
 * The commit failed in a way that leaves open whether its rows are there, or will be after the next start (the disk or the
 * connection broke meanwhile). So no file may go: neither those that the rows gave up nor those that they took.
 */
export class CommitInDoubt extends Error {}

/**
 * The store has no room ('full') or somebody else holds it ('busy'): nothing of the call has happened, and nothing is
 * wrong with it. `cause`: what the store itself said.
 */
export class StoreUnavailable extends Error {
  readonly reason: 'full' | 'busy';
  constructor(reason: 'full' | 'busy', cause: unknown) {
    super('The store cannot take this now.', { cause });
    this.reason = reason;
  }
}

/** Two measures of time, in milliseconds since 1970. */
export type TrustedTime = Readonly<{
  /** By the machine's clock. */
  trusted: number;
  /** By the time that passed between looks at the clock. */
  passed: number;
  /** The latest that the machine's clock ever said. */
  latest: number;
}>;

/** The moment before which something is old, by both measures. */
export type Age = Pick<TrustedTime, 'trusted' | 'passed'>;

/** Form ids that one device may hold unused for longer than a month. */
export const MAX_UNUSED_FORMS = 50;

/** The changes inside one transaction. `at`: milliseconds since 1970. */
export type FormsTransaction = Readonly<{
  /** Gives the form to this device and kind if nobody has it yet; false: unknown, or another's. */
  bindForm: (owner: FormOwner) => Promise<boolean>;
  saveContent: (content: FormContent, at: number) => Promise<void>;
  /** Puts these in place of the form's signature; returns the storage names now free, which are garbage. */
  replaceSignature: (formId: string, files: readonly StoredFile[], at: number) => Promise<string[]>;
  documentNamed: (formId: string, name: string) => Promise<StoredDocument | null>;
  /** In the order in which they came. */
  listDocuments: (formId: string, category: DocumentKind) => Promise<StoredDocument[]>;
  addDocument: (formId: string, category: DocumentKind, document: StoredDocument) => Promise<void>;
  /** Removes a document of the owner's form; its storage name, or null when there is none. */
  removeDocument: (owner: FormOwner, formFileId: string, at: number) => Promise<string | null>;
}>;

/**
 * The store of forms, documents' rows and answers.
 * Isolation, which every store must give: each call is one step, complete or not done, and durable when its promise resolves. A read
 * sees only steps that were committed before it began. Steps for one form or idempotency key run one after another. Steps for
 * different forms may run at the same time.
 */
export type Repository = Readonly<{
  issueForm: (formId: string, deviceId: string, at: number) => Promise<void>;
  /**
   * Deletes unused form ids: all from before `yearAgo`, and from before `monthAgo` those beyond a device's newest `MAX_UNUSED_FORMS`.
   * Returns how many. They have no customer data. A phone that still holds one must ask for another.
   */
  purgeForms: (yearAgo: number, monthAgo: number) => Promise<number>;
  /** Whether this device could use the form: handed out, and bound to nobody else. A moment later another may have it. */
  mayUse: (owner: FormOwner) => Promise<boolean>;
  /** The stored answer for an idempotency key. An answer never changes. 'No answer' can become outdated at once. */
  savedAnswer: (deviceId: string, key: string) => Promise<SavedAnswer | null>;
  /**
   * Runs the effect and stores its answer in one durable transaction. So a repeated call finds both or neither.
   * Any ending but 'answered' rolls the effect back, and so does a throw. `CommitInDoubt` says that nobody can know.
   * The effect may await only `forms`, because others wait meanwhile. After a conflict it runs again from its start, so its only
   * output is its ending.
   */
  exactlyOnce: <Ending extends Readonly<{ status: string }>>(
    claim: Claim | null,
    at: number,
    effect: (forms: FormsTransaction) => Promise<Ending>,
  ) => Promise<Ending | OnceEnding>;
  /** The document, if it is on a form of this device. */
  documentFor: (formFileId: string, deviceId: string) => Promise<StoredDocument | null>;
  /** The number of files that rows name. */
  fileCount: () => Promise<number>;
  /** The names that no row has. */
  unknownAmong: (storageNames: readonly string[]) => Promise<string[]>;
  /** Files that a commit freed and whose bytes may still exist. They stay listed until `forget` says that they are deleted. */
  garbage: (max: number) => Promise<string[]>;
  forget: (storageNames: readonly string[]) => Promise<void>;
  /** How far a job came, in its own words; null before it first said so. */
  mark: (name: string) => Promise<string | null>;
  setMark: (name: string, value: string) => Promise<void>;
  /** The name of this database's file store. Null until it has one. */
  identity: () => Promise<string | null>;
  identify: (id: string) => Promise<void>;
  /** The same where it has no name yet, though several servers begin at once; the name that it has then. */
  identifyOnce: (id: string) => Promise<string>;
  /**
   * Up to which moment something may be old enough to be deleted: what two looks at the clock, a day or more apart by
   * that clock, agree on. One start under a clock that runs months ahead must delete nothing.
   */
  trustedTime: (now: number) => Promise<TrustedTime>;
  /** Deletes all that is known of a form; the storage names now free, garbage too, or null when there is no such form. */
  eraseForm: (formId: string, at: number) => Promise<string[] | null>;
  /**
   * The same for up to `max` complete forms (fields, signature, a document), unchanged since `before`. Both the rows' times and the
   * time passed since then must say so, because each alone may be wrong.
   */
  eraseFinished: (
    before: Age,
    max: number,
    at: number,
  ) => Promise<{ forms: number; storageNames: string[] }>;
  /** The newest forms of which this is said, however it is spelled. */
  findForms: (kind: SearchKind, text: string, max: number) => Promise<readonly FoundForm[]>;
  /** Lets up to `max` sealed forms be found that a server wrote which did not see to it; how many there were. */
  indexForms: (max: number) => Promise<number>;
  /** Seals up to `max` forms that came before anything was sealed; how many there were. */
  sealForms: (max: number) => Promise<number>;
  /** The same for the hashes of requests, by what makes a keyed one of a plain one. */
  keyAnswers: (max: number, keyed: (plain: string) => string) => Promise<number>;
  /** Files of a kind that were received since, those after the one named in the store's own order of names. */
  filesAfter: (kind: FileKind, after: string, since: number, max: number) => Promise<KeptFile[]>;
  /** The same for unencrypted files. */
  plainFiles: (kind: FileKind, after: string, max: number) => Promise<PlainFile[]>;
  /** Has the row speak of the sealed file; the plain one is garbage then. False: no row speaks of the plain one any more. */
  replaceFile: (plain: PlainFile, by: SealedFile, at: number) => Promise<boolean>;
  /** Sees to it that what was deleted is on the disk no more. */
  flush: () => Promise<void>;
  /** Forgets answers stored before `at`; how many. */
  purgeAnswers: (at: number) => Promise<number>;
  /** Writes and takes it back. Throws when the database cannot be written to. */
  probe: () => Promise<void>;
  close: () => Promise<void>;
}>;
