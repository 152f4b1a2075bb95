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
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the place of the second copies', () => {
  it('is refused if the browser has it but denies access', async () => {
    const refused = place(() => Promise.reject(new DOMException('', 'UnknownError')));
    expect(await refused.state()).toBe('refused');
    expect(await refused.folders()).toEqual([]);
  });

  it('is open if access works, and absent if the browser has none', async () => {
    expect(await place(async () => ({})).state()).toBe('open');
    expect(await opfsSecondCopy({} as StorageManager).state()).toBe('absent');
    vi.unstubAllGlobals();
    expect(await place(() => Promise.reject(new Error('refused'))).state()).toBe('absent');
  });

  it('is late if the browser does not answer in time, and then does not look empty', async () => {
    vi.useFakeTimers();
    const late = place(() => new Promise(() => undefined));
    const states = Promise.all([late.state(), late.state()]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await states).toEqual(['late', 'late']);
    const reads = [
      () => late.folders(),
      () => late.names('id'),
      () => late.getText('id', 'submission.json'),
    ];
    for (const read of reads) {
      const failed = expect(read()).rejects.toThrow('late');
      await vi.advanceTimersByTimeAsync(3_000);
      await failed;
    }
  });

  it('opens for the next call if the browser answers then', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const slow = place(() => {
      calls += 1;
      return calls === 1 ? new Promise(() => undefined) : Promise.resolve({});
    });
    const first = slow.state();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toBe('late');
    expect(await slow.state()).toBe('open');
  });
});
