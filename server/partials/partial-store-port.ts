import { createCipheriv } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { KeyRing } from '../keys/key-ring.ts';

/** A body that comes in pieces, and what it is bound to: nobody else, and no other call, can go on with it. */
export type PartialUpload = Readonly<{
  /** A random id. With it, and as the same device, a client may append. */
  id: string;
  deviceId: string;
  /** The call that takes the body once it is whole. */
  path: string;
  idempotencyKey: string | null;
  /** The type of the whole body. */
  contentType: string;
  /** The length of the whole body, in bytes. */
  length: number;
  createdAt: number;
}>;

/** The call's answer to the whole body. */
export type PartialAnswer = Readonly<{
  status: number;
  contentType: string;
  body: string;
}>;

export type PartialState = PartialUpload &
  Readonly<{
    /** Bytes that are there for good: no crash takes one of them away again. */
    offset: number;
    /** Null until the call has answered. */
    answer: PartialAnswer | null;
  }>;

export type AppendEnding = 'appended' | 'elsewhere';

/**
 * The store of incomplete bodies. Each call is complete or not done, and durable when its promise resolves. One server does one thing
 * at a time with an upload. If several servers share a store, another one may still be working on it.
 */
export type PartialStore = Readonly<{
  /** This upload, or the one that its device began under its key before. */
  create: (upload: PartialUpload) => Promise<PartialUpload>;
  /** Another device's upload is not found. */
  find: (deviceId: string, id: string) => Promise<PartialState | null>;
  /** In the order in which they were created. */
  ofDevice: (deviceId: string) => Promise<readonly PartialState[]>;
  /**
   * Appends bytes after the `offset`. After a crash, bytes beyond the old offset never count. 'elsewhere': another server has
   * continued it, or it is deleted; nothing was added.
   */
  append: (upload: PartialUpload, offset: number, bytes: Buffer) => Promise<AppendEnding>;
  read: (state: PartialState) => Promise<Readable>;
  /** Keeps the call's answer in place of the bytes. */
  finish: (upload: PartialUpload, answer: PartialAnswer) => Promise<void>;
  remove: (upload: PartialUpload) => Promise<void>;
  /**
   * The uploads that are more than `max`, over all devices. First those that were answered, then those with the fewest bytes,
   * then the oldest.
   */
  surplus: (max: number) => Promise<readonly PartialState[]>;
  /** Removes all that were created before; how many. */
  removeOlder: (before: number) => Promise<number>;
}>;

/** For `surplus`: whose loss costs its phone the least comes first. */
export const byLoss = (one: PartialState, other: PartialState): number =>
  Number(one.answer === null) - Number(other.answer === null) ||
  (one.answer === null ? one.offset - other.offset : 0) ||
  one.createdAt - other.createdAt;

const CIPHER = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * The same bodies, encrypted. They keep their length, so offsets stay the same. Each has its own key, derived from its unique id. A
 * piece that is written again after a crash has the same bytes.
 */
export function sealedPartials(store: PartialStore, { mac }: KeyRing): PartialStore {
  /** From and to the clear alike. */
  const turned = (id: string, offset: number) => {
    const iv = Buffer.alloc(BLOCK_BYTES);
    iv.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK_BYTES)), 8);
    const cipher = createCipheriv(CIPHER, mac('partial', id), iv);
    cipher.update(Buffer.alloc(offset % BLOCK_BYTES));
    return cipher;
  };
  return {
    ...store,
    append: (upload, offset, bytes) =>
      store.append(upload, offset, turned(upload.id, offset).update(bytes)),
    read: async (state) => {
      const sealed = await store.read(state);
      const clear = turned(state.id, 0);
      sealed.once('error', (error) => clear.destroy(error));
      return sealed.pipe(clear);
    },
  };
}
