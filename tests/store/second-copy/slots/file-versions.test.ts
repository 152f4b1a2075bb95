import { describe, expect, it } from 'vitest';
import {
  lengthBytes,
  versionNamed,
  versionsOf,
  wholeContent,
} from '../../../../src/store/second-copy/slots/file-versions.ts';

describe('a version of a file', () => {
  it('is recognised by its name, and no other file is', () => {
    expect(versionNamed('submission.json~12')).toMatchObject({
      name: 'submission.json',
      number: 12,
    });
    for (const name of ['submission.json', 'a~', 'a~b', 'a~1~2', '~'])
      expect(versionNamed(name), name).toBeNull();
  });

  it('is newer with a greater number', () => {
    const names = ['a~2', 'b~7', 'a~10', 'a', 'aa~3'];
    expect(versionsOf('a', names).map(({ fileName }) => fileName)).toEqual(['a~10', 'a~2']);
  });

  it('is complete if its length is written and right, also for an empty content', async () => {
    const text = async (...parts: BlobPart[]) => (await wholeContent(new Blob(parts)))?.text();
    expect(await text(lengthBytes(3), 'abc')).toBe('abc');
    expect(await text(lengthBytes(0))).toBe('');
    expect(await text(new Uint8Array(8), 'abc')).toBeUndefined();
    expect(await text(new Uint8Array(8))).toBeUndefined();
    expect(await text(lengthBytes(3), 'ab')).toBeUndefined();
    expect(await text('short')).toBeUndefined();
    expect(await text()).toBeUndefined();
  });
});
