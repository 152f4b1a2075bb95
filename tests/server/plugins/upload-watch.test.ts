import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLimits, type Limits } from '../../../server/limits.ts';
import { createUploadWatch } from '../../../server/plugins/upload-watch.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { multipartBody } from '../support/multipart.ts';
import { freePort, type RemotePhone, remotePhone, until } from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';
let server: Harness;
let phone: RemotePhone;
let formId: string;

const open = async (limits: Partial<Limits>) => {
  server = await openHarness({ limits });
  const port = await freePort();
  await server.app.listen({ port, host: '127.0.0.1' });
  phone = remotePhone(port, randomUUID());
  formId = await phone.newForm();
};
afterEach(() => server.close());

const photo = jpeg('', 300_000);
const partsOf = (name: string) => [formIdPart(formId), filePart(name, photo)];
const begin = (name: string, bytes = 1000) => phone.uploadPartly(saveId, partsOf(name), bytes);
const isAnswered = ({ answer }: { answer: () => string }) => answer() !== '';
const nothingLeft = () => until(() => server.onDisk().incoming.length === 0);

describe('an upload that is too slow', () => {
  beforeEach(() => open({ uploadTickMs: 30, minUploadBytesPerSecond: 1000 }));

  it('ends with 408 and Retry-After, and leaves no file', async () => {
    const slow = begin('a.jpg');
    await until(() => server.onDisk().incoming.length === 1);
    await until(() => isAnswered(slow));
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 [\s\S]*retry-after: 10/);
    await nothingLeft();
    expect(server.onDisk().kept).toEqual([]);
    expect(server.logged()).not.toContain('"level":"error","id"');
    slow.socket.destroy();
  });

  it('ends also before its first file', async () => {
    const slow = begin('a.jpg', 20);
    await until(() => isAnswered(slow));
    expect(slow.answer()).toMatch(/^HTTP\/1.1 408 /);
    slow.socket.destroy();
  });
});

describe('a slow phone', () => {
  it('may continue while its uploads together are fast enough', async () => {
    await open({ uploadTickMs: 30, minUploadBytesPerSecond: 1000 });
    const silent = [begin('a.jpg'), begin('b.jpg'), begin('c.jpg')];
    // The fourth upload uses the whole link. The three others wait.
    const body = multipartBody(partsOf('d.jpg'));
    const moving = begin('d.jpg', 0);
    for (let at = 0; at < 60_000; at += 1000) {
      moving.socket.write(body.subarray(at, at + 1000));
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(silent.map(isAnswered)).toEqual([false, false, false]);
    moving.socket.write(body.subarray(60_000));
    await until(() => isAnswered(moving));
    expect(moving.answer()).toMatch(/^HTTP\/1.1 200 /);
    for (const { socket } of silent) socket.destroy();
    await nothingLeft();
  });
});

describe('too many uploads of one device at once', () => {
  it('end with 429, the silent ones first; short ones never count', async () => {
    // The test controls the ticks of the server, because a busy machine is too slow for real time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await open({ uploadTickMs: 200, minUploadBytesPerSecond: 0, maxLastingUploads: 2 });
    const silent = Array.from({ length: 4 }, (_, n) => begin(`${n}.jpg`));
    await until(() => server.onDisk().incoming.length === 4);
    vi.advanceTimersByTime(200);
    await until(() => silent.filter(isAnswered).length === 2);
    const ended = silent.filter(isAnswered);
    expect(ended.every(({ answer }) => /^HTTP\/1.1 429 /.test(answer()))).toBe(true);

    const many = await Promise.all(
      Array.from({ length: 10 }, (_, n) => phone.upload(saveId, partsOf(`quick-${n}.jpg`))),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { socket } of silent) socket.destroy();
    await nothingLeft();
  });
});

describe('a connection without a listener for errors', () => {
  const watchOne = () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const raw = new EventEmitter();
    const over = createUploadWatch(defaultLimits).watch(
      { raw } as unknown as FastifyRequest,
      randomUUID(),
    );
    onTestFinished(over);
    return raw;
  };

  it.each(['end', 'close'])('is not watched after its %s', (last) => {
    const raw = watchOne();
    const heard = vi.fn();
    raw.emit(last);
    raw.on('error', heard);
    vi.advanceTimersByTime(12 * defaultLimits.uploadTickMs);
    expect(heard).not.toHaveBeenCalled();
    expect(raw.listenerCount('data')).toBe(0);
  });

  it('gets no error, which nobody would catch', () => {
    watchOne();
    expect(() => vi.advanceTimersByTime(12 * defaultLimits.uploadTickMs)).not.toThrow();
  });
});

it('the end of a stored upload does not end the count of the device’s later uploads', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { watch } = createUploadWatch(defaultLimits);
  const deviceId = randomUUID();
  const begun = () => {
    const raw = new EventEmitter();
    const ended = vi.fn();
    raw.on('error', ended);
    const over = watch({ raw } as unknown as FastifyRequest, deviceId);
    onTestFinished(over);
    return { raw, ended, over };
  };
  const stored = begun();
  stored.raw.emit('end');
  const silent = begun();
  stored.over();
  const quick = begun();
  for (let tick = 0; tick < 12; tick += 1) {
    quick.raw.emit('data', Buffer.alloc(60_000));
    vi.advanceTimersByTime(defaultLimits.uploadTickMs);
  }
  expect(silent.ended).not.toHaveBeenCalled();
});

it('the server forgets a device with its last upload', () => {
  const deviceId = randomUUID();
  const set = vi.spyOn(Map.prototype, 'set');
  onTestFinished(() => set.mockRestore());
  const uploads = createUploadWatch(defaultLimits);
  const request = () => ({ raw: new EventEmitter() }) as unknown as FastifyRequest;
  const over = [uploads.watch(request(), deviceId), uploads.watch(request(), deviceId)];
  const devices = set.mock.contexts[set.mock.calls.findIndex(([key]) => key === deviceId)];
  set.mockRestore();
  over[0]?.();
  expect(devices).toEqual(new Map([[deviceId, expect.anything()]]));
  over[1]?.();
  expect(devices).toEqual(new Map());
});
