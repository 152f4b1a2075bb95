import { describe, expect, it } from 'vitest';
import { secondCopyNow } from '../../../src/features/shell/second-copy-state.ts';

const folder = (open: () => Promise<unknown>) =>
  ({ getDirectoryHandle: open }) as unknown as FileSystemDirectoryHandle;

describe('the state of second copies', () => {
  it('distinguishes browsers without private files', async () => {
    expect(await secondCopyNow(undefined, true)).toBe('absent');
    expect(await secondCopyNow({}, true)).toBe('absent');
    const there = { getDirectory: async () => folder(async () => null) };
    expect(await secondCopyNow(there, false)).toBe('absent');
    expect(await secondCopyNow(there, true)).toBe('kept');
  });

  it('distinguishes denied access from a failing folder', async () => {
    const refusing = { getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')) };
    expect(await secondCopyNow(refusing, true)).toBe('refused');
    const wrong = () => Promise.reject(new DOMException('', 'TypeMismatchError'));
    expect(await secondCopyNow({ getDirectory: async () => folder(wrong) }, true)).toBe('failing');
  });
});
