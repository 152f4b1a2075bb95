import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { opfsSecondCopy } from '../../../src/store/second-copy/second-copy.ts';

const place = (getDirectory: () => Promise<unknown>) =>
  opfsSecondCopy({ getDirectory } as unknown as StorageManager);

beforeEach(() => {
  class WritableFiles {
    createWritable(): void {}
  }
  vi.stubGlobal('FileSystemFileHandle', WritableFiles);
});
afterEach(() => vi.unstubAllGlobals());

describe('the place of the second copies', () => {
  it('is blocked if the browser has it but denies access', async () => {
    const refused = place(() => Promise.reject(new DOMException('', 'UnknownError')));
    expect(await refused.isBlocked()).toBe(true);
    expect(await refused.isAvailable()).toBe(false);
  });

  it('is not blocked if access works, or if the browser has none', async () => {
    expect(await place(async () => ({})).isBlocked()).toBe(false);
    expect(await opfsSecondCopy({} as StorageManager).isBlocked()).toBe(false);
    vi.unstubAllGlobals();
    expect(await place(() => Promise.reject(new Error('refused'))).isBlocked()).toBe(false);
  });
});
