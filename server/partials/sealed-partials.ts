import { createCipheriv } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.ts';
import type { PartialStore } from './partial-store-port.ts';

const CIPHER = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * The same bodies, sealed: as long as in the clear, so that every offset stays what it is. Each has a key of its own, made from its id,
 * which nobody else has. A piece that is written over after a crash is the same piece.
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
