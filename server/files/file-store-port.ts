import type { Readable } from 'node:stream';

/** A file that is being written: nobody can see it until it is kept. */
export type StagedWriter = Readonly<{
  stagedName: string;
  write: (chunk: Buffer) => Promise<void>;
  /** Resolves when the bytes are on the disk. */
  finish: () => Promise<void>;
  abandon: () => Promise<void>;
}>;

/**
 * The store of file bytes. A file is written once under a new name and never changed. It is stored whole or not at all, and durable
 * when `keep` resolves.
 * Isolation, which every store must give: calls for different files do not wait for each other. A list may or may not have files that
 * change while it is read.
 */
export type FileStore = Readonly<{
  stage: () => Promise<StagedWriter>;
  /** Gives finished files their lasting names, durably; in the order given. */
  keep: (stagedNames: readonly string[]) => Promise<string[]>;
  discard: (stagedNames: readonly string[]) => Promise<void>;
  remove: (storageNames: Iterable<string>) => Promise<void>;
  /** The bytes of a kept file, or null when it is gone. */
  read: (storageName: string) => Promise<Readable | null>;
  /** Bytes that are free where files come in. */
  freeBytes: () => Promise<number>;
}>;

/** A store beside its database, used by one server. The start reads all of it. */
export type FolderStore = FileStore &
  Readonly<{
    /**
     * The storage names of all kept files, in batches, because there may be millions. Names that were just read may be put aside
     * meanwhile.
     */
    names: () => AsyncIterable<readonly string[]>;
    /** Which database these files belong to; null when nobody has said so yet. */
    identity: () => Promise<string | null>;
    identify: (id: string) => Promise<void>;
    /** Whether its folders are still there, and still those of this id: somebody may have swapped them. */
    isInPlace: (id: string) => Promise<boolean>;
    /** Deletes everything staged: a crash left it, and nobody was ever told that it had arrived. */
    discardStaged: () => Promise<number>;
    /** Puts kept files aside, under the day's name: out of reach, and not yet gone. */
    quarantine: (storageNames: readonly string[], day: string) => Promise<void>;
    /** Deletes for good what was put aside before this day (YYYY-MM-DD); how many files. */
    emptyQuarantine: (day: string) => Promise<number>;
  }>;

/** A store that several servers share, and whose files are found by the day on which they were kept. */
export type DatedStore = FileStore &
  Readonly<{
    /** Which database these files belong to; null when nobody has said so yet. */
    identity: () => Promise<string | null>;
    identify: (id: string) => Promise<void>;
    /** Whether nothing was ever kept. */
    isEmpty: () => Promise<boolean>;
    /** The day (YYYY-MM-DD) of the oldest file; null where there is none. */
    firstDay: () => Promise<string | null>;
    /** The storage names of a day's files, in batches. Files that were just read may be removed meanwhile. */
    namesOf: (day: string) => AsyncIterable<readonly string[]>;
  }>;
