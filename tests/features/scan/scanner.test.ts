import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Barcode, Reading } from '../../../src/domain/scan.ts';
import { DOWNLOAD_BYTES } from '../../../src/features/scan/decoder-download.ts';
import type { ScanReply, ScanRequest } from '../../../src/features/scan/ladder.ts';
import { createScannerOpener, type ScanPorts } from '../../../src/features/scan/scanner.ts';

const SIM = '8927010000001234560';
const reading: Reading = { status: 'sims', numbers: [SIM] };
const barcode: Barcode = { symbology: 'code_128', text: SIM };
const program = new ArrayBuffer(8);

type Answer = (request: ScanRequest) => ScanReply | 'silent' | 'dead';

const opens: Answer = ({ kind }) =>
  kind === 'open' ? { status: 'open', canDraw: true } : { status: 'read', reading };

/** A worker that answers each request at once with `answer`. */
class FakeWorker extends EventTarget {
  isEnded = false;
  readonly requests: ScanRequest[] = [];
  readonly moved: unknown[] = [];
  readonly answer: Answer;
  constructor(answer: Answer) {
    super();
    this.answer = answer;
  }
  postMessage(request: ScanRequest, moved: readonly unknown[]): void {
    this.requests.push(request);
    this.moved.push(...moved);
    const reply = this.answer(request);
    if (reply === 'silent') return;
    const event =
      reply === 'dead' ? new Event('error') : new MessageEvent('message', { data: reply });
    queueMicrotask(() => this.dispatchEvent(event));
  }
  terminate(): void {
    this.isEnded = true;
  }
}

/** `stored`: the program is on the phone. `detect`: the browser's detector proved itself. */
function world({
  answers = [opens],
  stored = true,
  online = true,
  loads = true,
  detect = null,
  prove = async () => detect,
}: {
  answers?: readonly Answer[];
  stored?: boolean;
  online?: boolean;
  loads?: boolean;
  detect?: Awaited<ReturnType<ScanPorts['proveDetector']>>;
  prove?: ScanPorts['proveDetector'];
} = {}) {
  const workers: FakeWorker[] = [];
  let proofs = 0;
  const load = vi.fn(async (onProgress: (share: number) => void) => {
    onProgress(1);
    return loads ? program : null;
  });
  const open = createScannerOpener({
    startWorker: () => {
      const worker = new FakeWorker(answers[Math.min(workers.length, answers.length - 1)] ?? opens);
      workers.push(worker);
      return worker as unknown as Worker;
    },
    decoderDownload: { stored: async () => (stored ? program : null), load },
    proveDetector: (purpose) => {
      proofs += 1;
      return prove(purpose);
    },
    isOnline: () => online,
    pixelsOf: () =>
      ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }) as unknown as ImageData,
  });
  const opened = async () => {
    const result = await open('sim', { mayFetch: true });
    if (result.status !== 'open') throw new Error(result.status);
    return result.scanner;
  };
  return { open, opened, workers, load, proofCount: () => proofs };
}

const frame = () => ({ close: vi.fn(), width: 4, height: 4 }) as unknown as ImageBitmap;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening the scanner', () => {
  it('takes the detector that proved itself, once for the page, and fetches nothing', async () => {
    const { open, workers, load, proofCount } = world({
      detect: async () => [barcode],
      stored: false,
    });
    for (let time = 0; time < 2; time += 1) {
      const result = await open('sim', { mayFetch: false });
      expect(result).toMatchObject({ status: 'open', scanner: { engine: 'native' } });
    }
    expect([proofCount(), workers.length, load.mock.calls.length]).toEqual([1, 0, 0]);
  });

  it("tries the phone's own detector again while there is no decoder", async () => {
    let isSlow = true;
    const { open, proofCount } = world({
      stored: false,
      online: false,
      prove: async () => (isSlow ? null : async () => [barcode]),
    });
    expect(await open('sim', { mayFetch: false })).toEqual({ status: 'notHere' });
    isSlow = false;
    expect(await open('sim', { mayFetch: false })).toMatchObject({ scanner: { engine: 'native' } });
    expect(proofCount()).toBe(2);
  });

  it('tries the detector only once if the decoder is on the phone', async () => {
    const { open, proofCount } = world();
    for (let time = 0; time < 2; time += 1) await open('sim', { mayFetch: false });
    expect(proofCount()).toBe(1);
  });

  it('asks first if the decoder must be fetched', async () => {
    const { open, load } = world({ stored: false });
    const asked = await open('sim', { mayFetch: false });
    expect(asked).toEqual({ status: 'needsFetch', bytes: DOWNLOAD_BYTES });
    expect(load).not.toHaveBeenCalled();
    const shares: number[] = [];
    const result = await open('sim', { mayFetch: true, onProgress: (share) => shares.push(share) });
    expect(result).toMatchObject({ status: 'open', scanner: { engine: 'zxing' } });
    expect(shares).toEqual([1]);
  });

  it('needs no connection if the decoder is on the phone', async () => {
    const { open } = world({ online: false });
    expect((await open('sim', { mayFetch: false })).status).toBe('open');
  });

  it('asks nothing without a connection, but tries if the person has agreed', async () => {
    const { open } = world({ stored: false, online: false });
    expect(await open('sim', { mayFetch: false })).toEqual({ status: 'notHere' });
    expect((await open('sim', { mayFetch: true })).status).toBe('open');
  });

  it.each([
    ['notHere', 'the download fails', { stored: false, loads: false }],
    ['notRunning', 'the worker does not start', { answers: [() => 'dead'] as const }],
    [
      'notRunning',
      'the decoder does not run',
      { answers: [() => ({ status: 'failed' })] as const },
    ],
  ])('is %s if %s', async (status, _, facts) => {
    const { open } = world(facts as Parameters<typeof world>[0]);
    expect(await open('sim', { mayFetch: true })).toEqual({ status });
  });
});

describe('the worker', () => {
  it('gets the frame itself, and gives only the values', async () => {
    const { opened, workers } = world();
    const scanner = await opened();
    const picture = frame();
    expect(await scanner.read(picture)).toEqual(reading);
    expect(workers[0]?.moved).toEqual([picture]);
    expect(workers[0]?.requests[0]).toEqual({ kind: 'open', purpose: 'sim', program });
  });

  it('is started again once if it dies', async () => {
    const dies: Answer = (request) => (request.kind === 'open' ? opens(request) : 'dead');
    const { opened, workers } = world({ answers: [dies, opens] });
    const scanner = await opened();
    expect(await scanner.read(frame())).toBeNull();
    expect(await scanner.read(frame())).toEqual(reading);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('is ended after a silence of 5 s, twice at most, and then reads only photos', async () => {
    const silent: Answer = (request) => (request.kind === 'frame' ? 'silent' : opens(request));
    const { opened, workers } = world({ answers: [silent] });
    const scanner = await opened();
    for (let time = 0; time < 2; time += 1) {
      const read = scanner.read(frame());
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await read).toBeNull();
    }
    const unread = frame();
    expect(await scanner.read(unread)).toBeNull();
    expect(unread.close).toHaveBeenCalled();
    expect(workers.length).toBe(2);
    expect(await scanner.readPhoto(new Blob())).toEqual(reading);
    expect(workers.length).toBe(3);
  });

  it.each([
    ['dies', 'dead'],
    ['is silent for 10 s', 'silent'],
    ['cannot decode it', { status: 'failed' }],
  ] as const)('that %s at a photo has failed, and has not found nothing', async (_, answer) => {
    const fails: Answer = (request) => (request.kind === 'photo' ? answer : opens(request));
    const { opened } = world({ answers: [fails, opens] });
    const scanner = await opened();
    const read = scanner.readPhoto(new Blob());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toBe('failed');
    expect(await scanner.readPhoto(new Blob())).toEqual(reading);
  });

  it('that does not start again fails at each photo', async () => {
    const { opened } = world({
      answers: [(request) => (request.kind === 'photo' ? 'dead' : opens(request)), () => 'dead'],
    });
    const scanner = await opened();
    for (let time = 0; time < 2; time += 1)
      expect(await scanner.readPhoto(new Blob())).toBe('failed');
  });

  it('answers one request after the other', async () => {
    const { opened, workers } = world();
    const scanner = await opened();
    const both = await Promise.all([scanner.read(frame()), scanner.readPhoto(new Blob())]);
    expect(both).toEqual([reading, reading]);
    expect(workers[0]?.requests.map(({ kind }) => kind)).toEqual(['open', 'frame', 'photo']);
  });

  it('ends 10 s after the scanner is closed, unless it is opened again', async () => {
    const { opened, workers } = world();
    (await opened()).close();
    await vi.advanceTimersByTimeAsync(9_000);
    (await opened()).close();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('is not started again for a closed scanner, so that the next one keeps its purpose', async () => {
    const silent: Answer = (request) => (request.kind === 'frame' ? 'silent' : opens(request));
    const { open, opened, workers } = world({ answers: [silent, opens] });
    const first = await opened();
    const read = first.read(frame());
    await vi.advanceTimersByTimeAsync(100);
    first.close();
    const next = open('imei', { mayFetch: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await next).status).toBe('open');
    expect(await read).toBeNull();
    expect(workers[1]?.requests).toEqual([{ kind: 'open', purpose: 'imei', program }]);
  });

  it('goes on for the open scanner when an older one is closed', async () => {
    const { opened, workers } = world();
    const [first, next] = await Promise.all([opened(), opened()]);
    first.close();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(workers[0]?.isEnded).toBe(false);
    expect(await next.readPhoto(new Blob())).toEqual(reading);
    next.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  it('gets pixels if it cannot draw', async () => {
    const cannotDraw: Answer = (request) =>
      request.kind === 'open' ? { status: 'open', canDraw: false } : opens(request);
    const { opened, workers } = world({ answers: [cannotDraw] });
    expect(await (await opened()).read(frame())).toEqual(reading);
    expect(workers[0]?.requests[1]).toMatchObject({ kind: 'frame', picture: { width: 1 } });
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('This is no picture.')));
    expect(await (await opened()).readPhoto(new Blob())).toBe('failed');
  });
});

describe("the browser's detector", () => {
  it('reads frames by the same rules, and frees them', async () => {
    const { opened } = world({ detect: async () => [{ symbology: 'itf', text: `${SIM}9` }] });
    const scanner = await opened();
    const picture = frame();
    expect(await scanner.read(picture)).toBeNull();
    expect(await scanner.read(frame())).toEqual({ status: 'sims', numbers: [`${SIM}9`] });
    expect(picture.close).toHaveBeenCalled();
  });

  it.each([
    ['892701000000123456', true, 'code_128'],
    ['8927010000001234561', true, 'qr_code'],
    ['8927010000001234561', false, 'itf'],
    [SIM, true, 'itf'],
  ])('reads %s from one photo: %s, in %s', async (text, isRead, symbology) => {
    vi.stubGlobal('createImageBitmap', async () => frame());
    const { opened } = world({ detect: async () => [{ symbology, text }] });
    const found = await (await opened()).readPhoto(new Blob());
    expect(found).toEqual(isRead ? { status: 'sims', numbers: [text] } : null);
  });

  it('fails at a photo that is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('This is no picture.')));
    const { opened } = world({ detect: async () => [barcode] });
    expect(await (await opened()).readPhoto(new Blob())).toBe('failed');
  });

  it('is replaced if it fails later', async () => {
    const fails = () => Promise.reject(new Error('The service ended.'));
    const { opened, workers } = world({ detect: fails });
    const scanner = await opened();
    expect(scanner.engine).toBe('native');
    expect(await scanner.read(frame())).toBeNull();
    expect(scanner.engine).toBe('zxing');
    expect(await scanner.read(frame())).toEqual(reading);
    expect((await opened()).engine).toBe('zxing');
    expect(workers.length).toBe(1);
  });

  it('that fails while the scanner is closed starts no worker that stays', async () => {
    const { promise, reject } = Promise.withResolvers<readonly Barcode[]>();
    const { opened, workers } = world({ detect: () => promise });
    const scanner = await opened();
    const read = scanner.read(frame()).catch(() => 'ended');
    scanner.close();
    reject(new Error('The service ended.'));
    expect(await read).toBe('ended');
    expect(workers).toEqual([]);
  });

  it('that fails later rejects if the decoder is not here, so that the person can fetch it', async () => {
    const fails = () => Promise.reject(new Error('The service ended.'));
    const { open, opened } = world({ detect: fails, stored: false });
    const scanner = await opened();
    const unread = frame();
    await expect(scanner.read(unread)).rejects.toThrow();
    expect(unread.close).toHaveBeenCalled();
    expect((await open('sim', { mayFetch: false })).status).toBe('needsFetch');
  });
});
