import type { Bytes } from '../sealed-bytes.ts';
import type { Stretching } from './stretching.ts';

/** What a page asks of the worker, once. */
export type StretchRequest = Readonly<{ pin: string; salt: Bytes; by: Stretching }>;

/** `tookMs`: without the time that the code took to start. `failed`: mostly for want of memory. */
export type StretchReply =
  | Readonly<{ status: 'stretched'; bytes: Bytes; tookMs: number }>
  | Readonly<{ status: 'failed' | 'unable' }>;
