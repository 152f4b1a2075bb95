import { createAgreement, type Reading, type ScanPurpose } from '../../domain/scan.ts';
import { schedule } from '../../platform/timers.ts';
import { trustedScriptUrl } from '../../worker/trusted-script-url.ts';
import { createDecoderDownload, type DecoderDownload, DOWNLOAD_BYTES } from './decoder-download.ts';
import type { ScanReply, ScanRequest } from './ladder.ts';
import { browserDetector, type Detect, drawSymbol, provenDetector } from './native-detector.ts';
import workerUrl from './scan-worker.ts?worker&url';

export type Scanner = Readonly<{
  /** Changes to `zxing` if the browser's detector fails later. */
  engine: 'native' | 'zxing';
  /**
   * Reads one whole frame of the camera, whose bitmap is transferred. Resolves with null if nothing is found yet, or if a second frame
   * must confirm the value. Rejects if the browser's detector failed and this phone has no decoder.
   */
  read: (frame: ImageBitmap) => Promise<Reading | null>;
  /** Reads a photo of the barcode with all attempts, 3 s at most. `failed`: the decoder ended, or the file is no picture. */
  readPhoto: (photo: Blob) => Promise<Reading | 'failed' | null>;
  close: () => void;
}>;

/**
 * `notHere`: the decoder is not on this phone, and there is no connection. `needsFetch`: it must be fetched, with this size. `notRunning`:
 * it is on this phone, and does not start.
 */
export type OpenedScanner =
  | Readonly<{ status: 'open'; scanner: Scanner }>
  | Readonly<{ status: 'notHere' | 'notRunning' }>
  | Readonly<{ status: 'needsFetch'; bytes: number }>;

type ScanOptions = Readonly<{ mayFetch: boolean; onProgress?: (share: number) => void }>;

/** The parts of the browser that the scanner needs. Tests replace them. */
export type ScanPorts = Readonly<{
  startWorker: () => Worker;
  decoderDownload: Pick<DecoderDownload, 'stored' | 'load'>;
  proveDetector: (purpose: ScanPurpose) => Promise<Detect | null>;
  isOnline: () => boolean;
  /** The pixels of a picture, for workers that cannot draw. */
  pixelsOf: (picture: ImageBitmap) => ImageData;
}>;

/** The worker compiles the program first, which takes a slow phone some seconds. */
const OPEN_MS = 15_000;
const FRAME_MS = 5_000;
/** A photo is read for 3 s, after it is decoded. */
const PHOTO_MS = 10_000;
/** An idle worker is stopped after this time. The next scan may come before. */
const IDLE_MS = 10_000;
/** A live scan starts the worker again once. */
const MAX_FAILURES = 2;

const FAILED: ScanReply = { status: 'failed' };

/** A camera's bitmap is moved to the worker, and so freed here. */
const bitmapIn = (request: ScanRequest): Transferable[] =>
  request.kind !== 'open' && 'close' in request.picture ? [request.picture] : [];

/** Sends one request at a time. A worker that fails, or is silent, is ended. */
function createWorkerLink(startWorker: () => Worker) {
  let worker: Worker | undefined;
  let cancelStop = (): void => {};
  let last: Promise<unknown> = Promise.resolve();

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function askNow(request: ScanRequest, ms: number): Promise<ScanReply> {
    const listening = new AbortController();
    const { signal } = listening;
    return new Promise<ScanReply>((resolve) => {
      worker ??= startWorker();
      const fail = (): void => resolve(FAILED);
      signal.addEventListener('abort', schedule(ms, fail));
      worker.addEventListener('message', ({ data }: MessageEvent<ScanReply>) => resolve(data), {
        signal,
      });
      for (const failure of ['error', 'messageerror'])
        worker.addEventListener(failure, fail, { signal });
      worker.postMessage(request, bitmapIn(request));
    })
      .catch(() => FAILED)
      .then((reply) => {
        listening.abort();
        if (reply.status === 'failed') stop();
        return reply;
      });
  }

  return {
    ask: (request: ScanRequest, ms: number): Promise<ScanReply> => {
      cancelStop();
      const reply = last.then(() => askNow(request, ms));
      last = reply;
      return reply;
    },
    stopSoon: (): void => {
      cancelStop();
      cancelStop = schedule(IDLE_MS, stop);
    },
  };
}

export function createScannerOpener(ports: ScanPorts) {
  const link = createWorkerLink(ports.startWorker);
  const proofs = new Map<ScanPurpose, Promise<Detect | null>>();
  let hasDetectorFailed = false;
  /** The open scanner that the worker reads for. */
  let reader: object | null = null;

  /** The proof is remembered for this page. Without a decoder, a failed one is not: the detector may have been slow once. */
  async function detectorFor(purpose: ScanPurpose): Promise<Detect | null> {
    const proof = proofs.get(purpose) ?? ports.proveDetector(purpose);
    proofs.set(purpose, proof);
    const detect = await proof;
    return hasDetectorFailed ? null : detect;
  }

  /** Returns null if the worker does not start. */
  async function zxingScanner(purpose: ScanPurpose, program: ArrayBuffer): Promise<Scanner | null> {
    let canDraw = true;
    let failures = 0;
    const own = {};
    reader = own;
    const start = async (): Promise<boolean> => {
      // This scanner is closed, or a newer one has the worker.
      if (reader !== own) return false;
      const reply = await link.ask({ kind: 'open', purpose, program }, OPEN_MS);
      if (reply.status === 'open') canDraw = reply.canDraw;
      return reply.status === 'open';
    };
    /** Null if the file is no picture. */
    const pixelsIn = async (picture: ImageBitmap | Blob): Promise<ImageData | null> => {
      try {
        return ports.pixelsOf(picture instanceof Blob ? await createImageBitmap(picture) : picture);
      } catch {
        return null;
      }
    };
    let isOpen = (await start()) || (await start());
    if (!isOpen) return null;

    async function readPicture(
      kind: 'frame' | 'photo',
      picture: ImageBitmap | Blob,
    ): Promise<Reading | 'failed' | null> {
      const sent = canDraw ? picture : await pixelsIn(picture);
      if (sent === null) return 'failed';
      const reply = await link.ask({ kind, picture: sent }, kind === 'frame' ? FRAME_MS : PHOTO_MS);
      if (reply.status === 'read') return reply.reading;
      failures += 1;
      isOpen = failures < MAX_FAILURES && (await start());
      return 'failed';
    }

    return {
      engine: 'zxing',
      read: async (frame) => {
        if (!isOpen) {
          frame.close();
          return null;
        }
        const found = await readPicture('frame', frame);
        return found === 'failed' ? null : found;
      },
      readPhoto: async (photo) => {
        isOpen ||= await start();
        return isOpen ? readPicture('photo', photo) : 'failed';
      },
      close: () => {
        if (reader !== own) return;
        reader = null;
        link.stopSoon();
      },
    };
  }

  function nativeScanner(purpose: ScanPurpose, detect: Detect): Scanner {
    const agree = createAgreement(purpose, false);
    let other: Scanner | null = null;
    let isClosed = false;

    /** The detector failed. From now on zxing reads, if its program is on this phone. */
    async function replace(): Promise<void> {
      hasDetectorFailed = true;
      const program = await ports.decoderDownload.stored();
      other = isClosed ? null : program && (await zxingScanner(purpose, program));
      if (isClosed) other?.close();
    }

    async function readBitmap(picture: ImageBitmap, judge: typeof agree): Promise<Reading | null> {
      try {
        return hasDetectorFailed ? null : judge(await detect(picture)).reading;
      } catch {
        await replace();
        if (other === null) throw new Error('Nothing on this phone reads barcodes now.');
        return null;
      } finally {
        picture.close();
      }
    }

    return {
      get engine() {
        return other?.engine ?? 'native';
      },
      read: (frame) => other?.read(frame) ?? readBitmap(frame, agree),
      readPhoto: async (photo) => {
        if (other === null) {
          const picture = await createImageBitmap(photo).catch(() => null);
          if (picture === null) return 'failed';
          const found = await readBitmap(picture, createAgreement(purpose, true, true));
          if (found !== null) return found;
        }
        return other?.readPhoto(photo) ?? null;
      },
      close: () => {
        isClosed = true;
        other?.close();
      },
    };
  }

  /** `mayFetch`: the person has agreed to the size of the decoder. */
  return async (
    purpose: ScanPurpose,
    { mayFetch, onProgress = () => {} }: ScanOptions,
  ): Promise<OpenedScanner> => {
    const detect = await detectorFor(purpose);
    if (detect !== null) return { status: 'open', scanner: nativeScanner(purpose, detect) };
    let program = await ports.decoderDownload.stored();
    if (program === null) {
      proofs.delete(purpose);
      if (!mayFetch) {
        return ports.isOnline()
          ? { status: 'needsFetch', bytes: DOWNLOAD_BYTES }
          : { status: 'notHere' };
      }
      program = await ports.decoderDownload.load(onProgress);
    }
    if (program === null) return { status: 'notHere' };
    const scanner = await zxingScanner(purpose, program);
    return scanner === null ? { status: 'notRunning' } : { status: 'open', scanner };
  };
}

const MAX_SIDE = 1280;

function pixelsOnPage(picture: ImageBitmap): ImageData {
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('There is no room for a canvas.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Opens the scanner for one purpose. Never rejects. */
export const openScanner = createScannerOpener({
  startWorker: () => new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'veld-scan' }),
  decoderDownload: createDecoderDownload(globalThis.caches, (url) => fetch(url)),
  proveDetector: (purpose) => provenDetector(purpose, browserDetector(), drawSymbol),
  isOnline: () => navigator.onLine,
  pixelsOf: pixelsOnPage,
});
