import type { Readable } from 'node:stream';

/** Writes a new file. Nobody can read it before `keep`. */
export type StagedWriter = Readonly<{
  stagedName: string;
  write: (chunk: Buffer) => Promise<void>;
  /** Resolves when all bytes are written. The folder store also syncs them to the disk. */
  finish: () => Promise<void>;
  abandon: () => Promise<void>;
}>;

/**
 * The store of file bytes. A file is written once under a new name and never changed. It is stored whole or not at all,
 * and durable when `keep` resolves.
 * Every implementation must guarantee: calls for different files do not wait for each other. If files change during a
 * listing, the list may or may not have them.
 */
export type FileStore = Readonly<{
  stage: () => Promise<StagedWriter>;
  /** Gives finished files their lasting names, durably. Returns the names in the given order. */
  keep: (stagedNames: readonly string[]) => Promise<string[]>;
  discard: (stagedNames: readonly string[]) => Promise<void>;
  remove: (storageNames: Iterable<string>) => Promise<void>;
  /** The bytes of a kept file. Null if the file is gone. */
  read: (storageName: string) => Promise<Readable | null>;
  /**
   * The free bytes on the disk that receives files. May be half a second old, less the bytes that were written since.
   */
  freeBytes: () => Promise<number>;
}>;

/** A store in the folder of one server. The server reads all names at its start. */
export type FolderStore = FileStore &
  Readonly<{
    /**
     * The storage names of all kept files, in batches, because there may be millions. The caller
     * may quarantine a batch before it reads the next one.
     */
    names: () => AsyncIterable<readonly string[]>;
    /** The id of the database that these files belong to. Null if none is stored yet. */
    identity: () => Promise<string | null>;
    identify: (id: string) => Promise<void>;
    /** True if the store's folders are still there and have this id. Somebody may have swapped them. */
    isInPlace: (id: string) => Promise<boolean>;
    /**
     * Deletes all staged files: a crash left them, and no phone was told that they had arrived. Returns their number.
     */
    discardStaged: () => Promise<number>;
    /** Moves kept files to a quarantine folder named after the day. The server no longer uses these files. */
    quarantine: (storageNames: readonly string[], day: string) => Promise<void>;
    /** Deletes the files that were quarantined before this day (YYYY-MM-DD). Returns their number. */
    emptyQuarantine: (day: string) => Promise<number>;
    close: () => Promise<void>;
  }>;

/** A store that several servers share. It lists files by the day on which they were kept. */
export type DatedStore = FileStore &
  Readonly<{
    identity: () => Promise<string | null>;
    identify: (id: string) => Promise<void>;
    /** True if the store has no files. */
    isEmpty: () => Promise<boolean>;
    /** The day (YYYY-MM-DD) of the oldest file. Null if there is none. */
    firstDay: () => Promise<string | null>;
    /** The storage names of a day's files, in batches. The caller may remove a batch before it reads the next one. */
    namesOf: (day: string) => AsyncIterable<readonly string[]>;
  }>;
