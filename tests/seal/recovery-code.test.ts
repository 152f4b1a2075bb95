import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromBase32,
  newRecoveryCode,
  recoveryCodeBytes,
  toBase32,
} from '../../src/seal/recovery-code.ts';

describe('Crockford’s base32', () => {
  it('uses its alphabet, first bit first', () => {
    expect(toBase32(new Uint8Array([0, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6]), 8)).toBe(
      '01234567',
    );
    expect(fromBase32('01234567')).toEqual(new Uint8Array([0, 0x44, 0x32, 0x14, 0xc7]));
    expect(toBase32(new Uint8Array([0xff, 0xc0]), 2)).toBe('ZZ');
  });

  it('accepts small letters and similar characters, but no U and no other sign', () => {
    expect(fromBase32('o1iLzZ')).toEqual(fromBase32('0111ZZ'));
    for (const text of ['U', '-', 'ä', ' ']) expect(fromBase32(text)).toBeNull();
  });

  it('decodes to the original value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
        const given = new Uint8Array(bytes);
        expect(fromBase32(toBase32(given, 8))).toEqual(given);
      }),
    );
  });
});

describe('the recovery code', () => {
  const code = newRecoveryCode((length) => new Uint8Array(length).fill(0xa5));

  it('is a name and four groups, of a hundred bits', () => {
    expect(code.text).toBe('VELD-MPJTB-9D5MP-JTB9D-5MPJT');
    expect(code.bytes).toHaveLength(13);
    expect((code.bytes[12] ?? 1) & 15).toBe(0);
    expect(newRecoveryCode().text).not.toBe(newRecoveryCode().text);
  });

  it.each([
    code.text,
    code.text.toLowerCase(),
    'MPJTB 9D5MP JTB9D 5MPJT',
    ' veld–mpjtb9d5mpjtb9d5mpjt ',
  ])('is read as somebody types it: %j', (text) => {
    expect(recoveryCodeBytes(text)).toEqual(code.bytes);
  });

  it.each(['', 'VELD', 'MPJTB-9D5MP-JTB9D-5MPJ', `${code.text}0`, 'UPJTB-9D5MP-JTB9D-5MPJT'])(
    'is not %j',
    (text) => {
      expect(recoveryCodeBytes(text)).toBeNull();
    },
  );
});
