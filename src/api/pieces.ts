import type { ResumeSupport } from '../domain/resume-support.ts';
import type { BegunUpload } from '../domain/submission-types.ts';

/** What whoever sends a body in pieces knows of it, and is told. */
export type Pieces = Readonly<{
  clock: Readonly<{
    now: () => number;
    ticks: () => number;
    /** Resolves after `ms`, or as soon as `signal` aborts. */
    sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  }>;
  /** What this device was told of the backend, on its disk. */
  support: Readonly<{
    read: () => Promise<ResumeSupport | null>;
    keep: (support: ResumeSupport) => Promise<void>;
  }>;
  /** What an earlier try began; null: none did, or that is not known any more. */
  begun: BegunUpload | null;
  /** No earlier try can have begun it, and the backend lets this device in: its beginning may carry a piece. */
  isNew: boolean;
  /** How many bytes are to go in one request: after each it is known how far it is. */
  pieceBytes: () => number;
  /** Resolves once it is on the disk; false: whoever sends must stop. */
  came: (upload: BegunUpload) => Promise<boolean>;
  /** A piece was acknowledged. */
  sent: (bytes: number, tookMs: number) => void;
}>;
