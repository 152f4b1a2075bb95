import type { SentFileCall } from './forms/sent-files.ts';

/** Why a person must look, where no server said so in words of its own. The texts are in `messages`. */
export type OwnReason =
  /** The server refused, and said nothing that the contract knows. */
  | Readonly<{ code: 'unexpected' }>
  | Readonly<{ code: 'formUnreadable' }>
  /** `name`: as the person knows the file. */
  | Readonly<{ code: 'fileUnreadable'; call: SentFileCall; name: string }>
  /** `fault`: for support; no personal data. */
  | Readonly<{ code: 'faulted'; fault: string }>;
