import { createCipheriv } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import type { KeyRing } from '../keys/key-ring.ts';

/** A body that arrives in pieces. It belongs to one device and one call: no other device or call can continue it. */
export type PartialUpload = Readonly<{
  /** A random id. The same device can append with it. */
  id: string;
  deviceId: string;
  /** The path of the call that receives the whole body. */
  path: string;
  idempotencyKey: string | null;
  contentType: string;
  length: number;
  createdAt: number;
}>;

/** The answer of the call that received the whole body. */
export type PartialAnswer = Readonly<{
  status: number;
  contentType: string;
  body: string;
}>;

export type PartialState = PartialUpload &
  Readonly<{
    /** The number of stored bytes. No crash removes any of them. */
    offset: number;
    /** Null until the call has answered. */
    answer: PartialAnswer | null;
  }>;

export type AppendEnding = 'appended' | 'elsewhere';

/**
 * The store of incomplete bodies. Each call succeeds completely or changes nothing, and is durable when its promise
 * resolves. A server does one thing at a time with an upload. If several servers share a store, another one may still
 * be working on the upload.
 */
export type PartialStore = Readonly<{
  /** Returns this upload, or the one that its device began earlier under the same key. */
  create: (upload: PartialUpload) => Promise<PartialUpload>;
  /** Returns null if the upload belongs to another device. */
  find: (deviceId: string, id: string) => Promise<PartialState | null>;
  /** Returns the device's uploads in the order in which they were created. */
  ofDevice: (deviceId: string) => Promise<readonly PartialState[]>;
  /**
   * Appends bytes after the `offset`. If a crash interrupts it, the new bytes do not count. Returns 'elsewhere' and
   * adds nothing if another server has continued the upload, or if the upload is deleted.
   */
  append: (upload: PartialUpload, offset: number, bytes: Buffer) => Promise<AppendEnding>;
  read: (state: PartialState) => Promise<Readable>;
  /** Stores the call's answer and deletes the bytes. */
  finish: (upload: PartialUpload, answer: PartialAnswer) => Promise<void>;
  remove: (upload: PartialUpload) => Promise<void>;
  /**
   * Returns the uploads that exceed `max`, over all devices: first those that were answered, then those with the fewest
   * bytes, then the oldest.
   */
  surplus: (max: number) => Promise<readonly PartialState[]>;
  /** Removes all uploads that were created before this time. Returns how many. */
  removeOlder: (before: number) => Promise<number>;
}>;

/** The order of `surplus`: uploads whose loss costs the phone least come first. */
export const byLoss = (one: PartialState, other: PartialState): number =>
  Number(one.answer === null) - Number(other.answer === null) ||
  (one.answer === null ? one.offset - other.offset : 0) ||
  one.createdAt - other.createdAt;

const CIPHER = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * Encrypts the bodies in a store. An encrypted body has the same length, so offsets stay the same. Each upload has its
 * own key, derived from its unique id. If a piece is written again after a crash, its encrypted bytes are the same.
 */
export function sealedPartials(store: PartialStore, { mac }: KeyRing): PartialStore {
  /** Encrypts and decrypts: in CTR mode both are one operation. */
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
      return pipeline(sealed, turned(state.id, 0), () => {});
    },
  };
}
