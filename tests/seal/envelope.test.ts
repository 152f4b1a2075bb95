import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/seal/bytes.ts';
import {
  ENVELOPE_BYTES,
  open,
  openFile,
  seal,
  sealedFileSize,
  sealFile,
} from '../../src/seal/envelope.ts';
import { importAesKey } from '../../src/seal/key-hierarchy.ts';
import { bytesFrom } from '../support/fakes/model-keys.ts';

describe('the envelope', () => {
  const key = () => importAesKey(bytesFrom(1));
  const text = bytesOf('Thandi Nkosi');

  describe('an encrypted value', () => {
    it('decrypts only with its context and key', async () => {
      const sealed = await seal(await key(), 'veld/1/draft/a', text);
      expect(await open(await key(), 'veld/1/draft/a', sealed)).toEqual(text);
      expect(await open(await key(), 'veld/1/draft/b', sealed)).toBeNull();
      expect(await open(await importAesKey(bytesFrom(2)), 'veld/1/draft/a', sealed)).toBeNull();
    });

    it('is 29 bytes longer than its text, and reveals nothing', async () => {
      const sealed = await seal(await key(), 'place', text);
      expect(sealed).toHaveLength(text.length + ENVELOPE_BYTES);
      expect(ENVELOPE_BYTES).toBe(29);
      expect(Buffer.from(sealed).includes('Thandi')).toBe(false);
    });

    it('differs each time', async () => {
      const [one, other] = [await seal(await key(), 'p', text), await seal(await key(), 'p', text)];
      expect(one).not.toEqual(other);
    });

    it('does not decrypt after a single bit is flipped', async () => {
      const sealed = await seal(await key(), 'p', text);
      for (let at = 0; at < sealed.length; at += 1) {
        const flipped = sealed.slice();
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
        expect(await open(await key(), 'p', flipped), `byte ${at}`).toBeNull();
      }
    });

    it('does not decrypt if it is truncated, all zeros, or empty', async () => {
      const sealed = await seal(await key(), 'p', text);
      for (let length = 0; length < sealed.length; length += 1)
        expect(await open(await key(), 'p', sealed.slice(0, length)), `${length}`).toBeNull();
      expect(await open(await key(), 'p', new Uint8Array(60))).toBeNull();
    });

    it('does not decrypt in the format of a later version', async () => {
      const sealed = await seal(await key(), 'p', text);
      sealed[0] = 2;
      expect(await open(await key(), 'p', sealed)).toBeNull();
    });
  });
});

describe('file encryption', () => {
  const MIB = 1_048_576;
  const key = () => importAesKey(bytesFrom(1));

  const fileOf = (size: number): Blob =>
    new Blob([Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251)], {
      type: 'image/jpeg',
    });

  const bytesIn = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer());

  /** The parts of an encrypted file: the version byte and each encrypted chunk. */
  async function chunksOf(sealed: Blob): Promise<Buffer[]> {
    const all = await bytesIn(sealed);
    const chunks = [];
    for (let at = 1; at < all.length; at += MIB + 28) chunks.push(all.subarray(at, at + MIB + 28));
    return chunks;
  }

  const assembled = (chunks: readonly Buffer[]): Blob =>
    new Blob([new Uint8Array([1]), ...chunks.map((each) => new Uint8Array(each))]);

  describe('an encrypted file', () => {
    it.each([0, 1, 250_000, MIB - 1, MIB, MIB + 1, 2 * MIB, 2 * MIB + 5])(
      'of %i bytes decrypts to the original',
      async (size) => {
        const plain = fileOf(size);
        const sealed = await sealFile(await key(), 'a', plain);
        expect(sealed.size).toBe(sealedFileSize(size));
        const opened = await openFile(await key(), 'a', sealed, 'image/jpeg');
        expect(opened?.type).toBe('image/jpeg');
        expect((await bytesIn(opened ?? new Blob())).equals(await bytesIn(plain))).toBe(true);
      },
    );

    it('decrypts neither as another file nor with another key', async () => {
      const sealed = await sealFile(await key(), 'a', fileOf(1000));
      expect(await openFile(await key(), 'b', sealed, '')).toBeNull();
      expect(await openFile(await importAesKey(bytesFrom(2)), 'a', sealed, '')).toBeNull();
    });

    it('does not decrypt with its chunks reordered, repeated, or missing', async () => {
      const sealed = await sealFile(await key(), 'a', fileOf(3 * MIB));
      const [one, two, three] = await chunksOf(sealed);
      if (!one || !two || !three) throw new Error('There are too few chunks.');
      expect(await openFile(await key(), 'a', assembled([one, two, three]), '')).not.toBeNull();
      for (const others of [
        [two, one, three],
        [one, one, three],
        [one, three],
        [one, two],
      ])
        expect(await openFile(await key(), 'a', assembled(others), '')).toBeNull();
    });

    it('does not decrypt with a chunk of an earlier version of another length', async () => {
      const [first] = await chunksOf(await sealFile(await key(), 'a', fileOf(2 * MIB)));
      const [, second] = await chunksOf(await sealFile(await key(), 'a', fileOf(2 * MIB - 1)));
      if (!first || !second) throw new Error('There are too few chunks.');
      expect(await openFile(await key(), 'a', assembled([first, second]), '')).toBeNull();
    });

    it('does not decrypt if it is truncated, damaged, or of an impossible length', async () => {
      const sealed = await sealFile(await key(), 'a', fileOf(1000));
      const bytes = await bytesIn(sealed);
      for (const length of [0, 1, 10, 28, 29, 500, bytes.length - 1])
        expect(
          await openFile(await key(), 'a', sealed.slice(0, length), ''),
          `${length}`,
        ).toBeNull();
      for (const at of [0, 5, 100, bytes.length - 1]) {
        const flipped = new Uint8Array(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        expect(await openFile(await key(), 'a', new Blob([flipped]), ''), `${at}`).toBeNull();
      }
    });
  });
});
