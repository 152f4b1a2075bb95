import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../src/seal/bytes.ts';
import { ENVELOPE_BYTES, open, seal } from '../../src/seal/envelope.ts';
import { asSealingKey } from '../../src/seal/key-hierarchy.ts';
import { bytesFrom } from '../support/fakes/model-keys.ts';

const key = () => asSealingKey(bytesFrom(1));
const text = bytesOf('Thandi Nkosi');

describe('what is sealed', () => {
  it('opens at its place and under its key alone', async () => {
    const sealed = await seal(await key(), 'veld/1/draft/a', text);
    expect(await open(await key(), 'veld/1/draft/a', sealed)).toEqual(text);
    expect(await open(await key(), 'veld/1/draft/b', sealed)).toBeNull();
    expect(await open(await asSealingKey(bytesFrom(2)), 'veld/1/draft/a', sealed)).toBeNull();
  });

  it('is as long as its text and 29 bytes, and shows nothing of it', async () => {
    const sealed = await seal(await key(), 'place', text);
    expect(sealed).toHaveLength(text.length + ENVELOPE_BYTES);
    expect(ENVELOPE_BYTES).toBe(29);
    expect(Buffer.from(sealed).includes('Thandi')).toBe(false);
  });

  it('is another thing each time', async () => {
    const [one, other] = [await seal(await key(), 'p', text), await seal(await key(), 'p', text)];
    expect(one).not.toEqual(other);
  });

  it('does not open once a single bit of it is flipped', async () => {
    const sealed = await seal(await key(), 'p', text);
    for (let at = 0; at < sealed.length; at += 1) {
      const flipped = sealed.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(await open(await key(), 'p', flipped), `byte ${at}`).toBeNull();
    }
  });

  it('does not open where it was cut short, is all zeros, or is nothing', async () => {
    const sealed = await seal(await key(), 'p', text);
    for (let length = 0; length < sealed.length; length += 1)
      expect(await open(await key(), 'p', sealed.slice(0, length)), `${length}`).toBeNull();
    expect(await open(await key(), 'p', new Uint8Array(60))).toBeNull();
  });

  it('does not open in a form of a later version', async () => {
    const sealed = await seal(await key(), 'p', text);
    sealed[0] = 2;
    expect(await open(await key(), 'p', sealed)).toBeNull();
  });
});
