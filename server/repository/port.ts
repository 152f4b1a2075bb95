export type FormKind = 'registration' | 'replacement';
export type DocumentCategory = 'idDocument' | 'companyRegistrationDocument' | 'policeDocument';

/** An answer as it went out, kept so that a repeated call gets the very same one. */
export interface Answer {
  readonly statusCode: number;
  /** JSON text. */
  readonly body: string;
}

/** A request that wants to happen once: whose it is, its key, and a digest of all it says. */
export interface Claim {
  readonly deviceId: string;
  readonly key: string;
  readonly formId: string;
  readonly requestHash: string;
}

export interface SavedAnswer {
  readonly requestHash: string;
  readonly answer: Answer;
}

/** Who asks for a form, and through which of the two families of calls. */
export interface FormOwner {
  readonly formId: string;
  readonly deviceId: string;
  readonly kind: FormKind;
}

export interface Submission {
  readonly formId: string;
  readonly isBusinessCustomer: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly formData: Record<string, string | number>;
}

/** A file that lies in the file store under `storageName`; `name` is the client's, data only. */
export interface StoredFile {
  readonly storageName: string;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

export interface StoredDocument extends StoredFile {
  readonly formFileId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface Answered {
  readonly status: 'answered';
  readonly answer: Answer;
}

/** How a call that wants to happen once can end, beside its own refusals. */
export type OnceEnding =
  | Answered
  | { readonly status: 'replayed'; readonly answer: Answer }
  | { readonly status: 'key-reused' };

/**
 * The commit failed in a way that leaves open whether its rows will be there after the next start (the disk broke while
 * they were being written). So no file may go: neither those that the rows gave up nor those that they took.
 */
export class CommitInDoubt extends Error {}

/** What can be done inside one transaction. `at` is milliseconds since 1970. */
export interface FormsTransaction {
  /** Gives the form to this device and kind if nobody has it yet; false: unknown, or another's. */
  bindForm(owner: FormOwner): boolean;
  saveSubmission(submission: Submission, at: number): void;
  /** Puts these in place of the form's signature; returns the storage names now free. */
  replaceSignature(formId: string, files: readonly StoredFile[], at: number): string[];
  documentNamed(formId: string, name: string): StoredDocument | null;
  listDocuments(formId: string, category: DocumentCategory): StoredDocument[];
  addDocument(formId: string, category: DocumentCategory, document: StoredDocument): void;
  /** Removes a document of the owner's form; its storage name, or null when there is none. */
  removeDocument(owner: FormOwner, formFileId: string): string | null;
}

export interface Repository {
  issueForm(formId: string, deviceId: string, at: number): void;
  /**
   * Forgets form ids that nobody used: all from before `yearAgo`, and from before `monthAgo` those beyond the newest 50 of
   * a device. How many. Nothing of a customer hangs on them; a phone that still holds one must ask for another.
   */
  purgeForms(yearAgo: number, monthAgo: number): number;
  /** Whether this device could use the form: handed out, and bound to nobody else. */
  mayUse(owner: FormOwner): boolean;
  savedAnswer(deviceId: string, key: string): SavedAnswer | null;
  /**
   * Runs the effect and remembers its answer in one durable transaction: there is no moment at
   * which the one is there without the other, so a twin of the call finds either nothing or the
   * answer. Any ending of the effect but 'answered' undoes what it did, and so does a throw: only when this returns
   * 'answered' has anything happened. A throw of `CommitInDoubt` says that nobody can know.
   */
  exactlyOnce<Refusal extends { readonly status: string }>(
    claim: Claim | null,
    at: number,
    effect: (forms: FormsTransaction) => Answered | Refusal,
  ): OnceEnding | Refusal;
  /** The document, if it is on a form of this device. */
  documentFor(formFileId: string, deviceId: string): StoredDocument | null;
  /** Of every file that a row speaks of. */
  storageNames(): Set<string>;
  /** What the folder of this database's files is called by; null until it was given a name. */
  identity(): string | null;
  identify(id: string): void;
  /**
   * Up to which moment something may be old enough to be deleted: what two looks at the clock, a day or more apart by
   * that clock, agree on. One start under a clock that runs months ahead must delete nothing.
   */
  trustedTime(now: number): number;
  /** Deletes all that is known of a form; the storage names now free, or null when there is no such form. */
  eraseForm(formId: string): string[] | null;
  /** The same for up to `most` forms that have all they need (fields, signature, a document), unchanged since `before`. */
  eraseFinished(before: number, most: number): { forms: number; storageNames: string[] };
  /** Writes the log of changes into the database and empties it: what was deleted is then on the disk no more. */
  flush(): void;
  /** Forgets answers stored before `at`; how many. */
  purgeAnswers(at: number): number;
  /** Writes and takes it back. Throws when the database cannot be written to. */
  probe(): void;
  close(): void;
}
