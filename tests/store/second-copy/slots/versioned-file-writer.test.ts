import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isQuotaError } from '../../../../src/store/db/transactions.ts';
import type {
  PutReply,
  PutRequest,
} from '../../../../src/store/second-copy/slots/file-versions.ts';
import {
  type VersionedFileWriter,
  versionedFileWriter,
} from '../../../../src/store/second-copy/slots/versioned-file-writer.ts';

class FakeWorker extends EventTarget {
  readonly requests: PutRequest[] = [];
  isAlive = true;
  postMessage = (request: PutRequest): void => void this.requests.push(request);
  terminate = (): void => {
    this.isAlive = false;
  };
  say(data: PutReply): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

let workers: FakeWorker[];
let page: EventTarget;
let writer: VersionedFileWriter;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  page = new EventTarget();
  writer = versionedFileWriter(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, page);
});

afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** Puts a file. `ended` becomes 'put', or the message of the error. */
function put(name = 'a'): { ended: string } {
  const seen = { ended: '' };
  writer.put('form', name, 'text').then(
    () => {
      seen.ended = 'put';
    },
    (error: Error) => {
      seen.ended = error.message;
    },
  );
  return seen;
}

const worker = (index = 0): FakeWorker => {
  const found = workers[index];
  if (found === undefined) throw new Error(`There is no worker ${index}.`);
  return found;
};

describe('the writer of files by a worker', () => {
  it('waits until the worker can write, and resolves when each file is written', async () => {
    const [first, second] = [put('a'), put('b')];
    await settle();
    expect(worker().requests).toEqual([]);
    worker().say({ status: 'able' });
    await settle();
    expect(worker().requests).toMatchObject([
      { id: 1, top: 'outbox', folder: 'form', name: 'a', bytes: 'text' },
      { id: 2, name: 'b' },
    ]);
    worker().say({ status: 'put', id: 2 });
    await settle();
    expect([first.ended, second.ended]).toEqual(['', 'put']);
    worker().say({ status: 'put', id: 1 });
    await settle();
    expect(first.ended).toBe('put');
    expect(workers).toHaveLength(1);
  });

  it('passes on the browser’s error', async () => {
    const full = writer.put('form', 'a', 'text').catch((error: unknown) => error);
    worker().say({ status: 'able' });
    await settle();
    worker().say({ status: 'failed', id: 1, name: 'QuotaExceededError', message: 'full' });
    expect(isQuotaError(await full)).toBe(true);
  });

  it('is not able if workers can’t write, and starts no other', async () => {
    const able = writer.isAble();
    worker().say({ status: 'unable' });
    expect(await able).toBe(false);
    expect(await writer.isAble()).toBe(false);
    expect(workers).toHaveLength(1);
    expect(worker().isAlive).toBe(false);
  });

  it('tries again after a worker that did not start in time', async () => {
    const able = writer.isAble();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await able).toBe(false);
    expect(worker(0).isAlive).toBe(false);
    const later = writer.isAble();
    worker(1).say({ status: 'able' });
    expect(await later).toBe(true);
  });

  it('rejects the files of a worker that dies, and starts another', async () => {
    const lost = put();
    worker(0).say({ status: 'able' });
    await settle();
    worker(0).dispatchEvent(new Event('error'));
    await settle();
    expect(lost.ended).toBe('The worker has ended.');
    const next = put();
    worker(1).say({ status: 'able' });
    await settle();
    worker(1).say({ status: 'put', id: 2 });
    await settle();
    expect(next.ended).toBe('put');
  });

  it('rejects a file that takes too long, and ends the worker', async () => {
    const slow = put();
    worker().say({ status: 'able' });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(slow.ended).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(slow.ended).toBe('The worker did not answer in time.');
    expect(worker().isAlive).toBe(false);
  });

  it('ends an idle worker after ten seconds, and no busy one', async () => {
    const file = put();
    worker().say({ status: 'able' });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(worker().isAlive).toBe(true);
    worker().say({ status: 'put', id: 1 });
    await settle();
    expect(file.ended).toBe('put');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(worker().isAlive).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker().isAlive).toBe(false);
  });

  it('ends its worker with the page, which may be frozen with an open file', async () => {
    const left = put();
    worker().say({ status: 'able' });
    await settle();
    page.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(left.ended).toBe('The worker has ended.');
    expect(worker().isAlive).toBe(false);
  });
});
