import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHash,
  type Hash,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { StoreUnavailable } from '../repository/repository-port.ts';
import type { StagedWriter } from './file-store-port.ts';

const CIPHER = 'aes-256-ctr';

/** A file that has arrived completely and waits to be sent to the bucket. */
export type Spooled = Readonly<{
  size: number;
  /** The MD5 in base64. It is of the bytes before the spool's own encryption. */
  md5: string;
  /** Returns a new stream for each try. */
  bytes: () => Readable;
}>;

/**
 * Files on this server's disk, on their way from the phone to the bucket. The bucket needs their length and hash before
 * the first byte, and they must not fill the memory. Each file is encrypted with a key that only this process has.
 * After a kill nobody can read it.
 */
export type Spool = Readonly<{
  stage: () => Promise<StagedWriter>;
  spooled: (stagedName: string) => Spooled | null;
  discard: (stagedNames: readonly string[]) => Promise<void>;
  freeBytes: () => Promise<number>;
  /** The bytes of all waiting files. */
  bytes: () => number;
}>;

/** `maxBytes`: the limit for all waiting files together. Beyond it, phones must repeat their uploads later. */
export function openSpool(folder: string, maxBytes: number): Spool {
  const finished = new Map<string, Spooled>();
  let used = 0;

  const drop = async (name: string, size: number): Promise<void> => {
    finished.delete(name);
    used -= size;
    await rm(join(folder, name), { force: true });
  };

  return {
    stage: async () => {
      if (used >= maxBytes) throw new StoreUnavailable('busy', new SpoolFull());
      const name = randomUUID();
      const path = join(folder, name);
      const [key, iv] = [randomBytes(32), randomBytes(16)];
      const writing = new Writing(await open(path, 'wx', 0o600), createCipheriv(CIPHER, key, iv));
      return {
        stagedName: name,
        write: async (chunk) => {
          used += chunk.length;
          await writing.write(chunk);
        },
        finish: async () => {
          const { size, md5 } = await writing.finish();
          // Unlike `pipe`, a pipeline closes the file with the stream, and passes the file's errors on.
          const bytes = (): Readable =>
            pipeline(createReadStream(path), createDecipheriv(CIPHER, key, iv), () => {});
          finished.set(name, { size, md5, bytes });
        },
        abandon: async () => {
          await writing.close();
          await drop(name, writing.size);
        },
      };
    },
    spooled: (name) => finished.get(name) ?? null,
    discard: async (names) => {
      for (const name of names) {
        const known = finished.get(name);
        if (known !== undefined) await drop(name, known.size);
      }
    },
    bytes: () => used,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

class SpoolFull extends Error {}

class Writing {
  size = 0;
  readonly #handle: FileHandle;
  readonly #cipher: Cipheriv;
  readonly #hash: Hash = createHash('md5');

  constructor(handle: FileHandle, cipher: Cipheriv) {
    this.#handle = handle;
    this.#cipher = cipher;
  }

  async write(chunk: Buffer): Promise<void> {
    this.size += chunk.length;
    this.#hash.update(chunk);
    await this.#handle.writeFile(this.#cipher.update(chunk));
  }

  /** Does not sync: the server has not confirmed these bytes to anybody yet. */
  async finish(): Promise<{ size: number; md5: string }> {
    await this.close();
    return { size: this.size, md5: this.#hash.digest('base64') };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
