import { useEffect, useRef, useState } from 'react';
import type { Reading } from '../../domain/scan.ts';
import { scanText } from '../../messages/scan.ts';
import { schedule } from '../../platform/timers.ts';
import {
  type Camera,
  CameraPicture,
  CameraWords,
  LightButton,
  type NoCamera,
  openCamera,
} from '../../ui/content/camera.tsx';
import type { Scanner } from './scanner.ts';

type Words = keyof ReturnType<typeof scanText>['live'];

/** The words of the live line, each with its time in ms. */
const SCHEDULE: readonly (readonly [at: number, words: Words])[] = [
  [4_000, 'closer'],
  [8_000, 'light'],
  [15_000, 'type'],
];

const MAX_MS = 60_000;

/** A small picture is enough for barcodes. Larger ones cost time and battery. */
const WANTED = { width: 1280, height: 720 };

/** The longest side of a frame, in pixels. Some cameras give more than they were asked for. */
const MAX_SIDE = 1280;

const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Returns null while the camera has no picture yet. */
async function frameOf(video: HTMLVideoElement): Promise<ImageBitmap | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const share = Math.min(1, MAX_SIDE / Math.max(width, height));
  const size = {
    resizeWidth: Math.round(width * share),
    resizeHeight: Math.round(height * share),
  };
  return createImageBitmap(video, share < 1 ? size : {}).catch(() => null);
}

export type PictureEnd =
  | Readonly<{ status: 'read'; reading: Reading }>
  | Readonly<{ status: NoCamera }>
  /** The camera ended, or nothing was found in a minute. */
  | Readonly<{ status: 'over' }>
  /** The decoder failed. */
  | Readonly<{ status: 'stopped' }>;

export interface LivePictureProps {
  readonly scanner: Scanner;
  readonly onEnd: (end: PictureEnd) => void;
}

/** The camera's picture, and a line of words. It reads one frame after the other until a barcode is found. */
export function LivePicture({ scanner, onEnd }: LivePictureProps) {
  const t = scanText();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [words, setWords] = useState<Words | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    let isOver = false;
    const finish = (how: PictureEnd): void => {
      if (!isOver) end.current(how);
    };
    let stop = (): void => {};
    const timers: (() => void)[] = [];

    async function watch(): Promise<void> {
      const opened = await openCamera(WANTED);
      if (opened.status !== 'open') return finish(opened);
      stop = opened.camera.stop;
      const { current: shown } = video;
      if (isOver || shown === null) return stop();
      const { stream } = opened.camera;
      setCamera(opened.camera);
      setWords('point');
      for (const [at, next] of SCHEDULE) timers.push(schedule(at, () => setWords(next)));
      timers.push(schedule(MAX_MS, () => finish({ status: 'over' })));
      for (const track of stream.getTracks())
        track.addEventListener('ended', () => finish({ status: 'over' }));
      shown.srcObject = stream;
      // A browser that does not play by itself shows the first picture, and gives the frames all the same.
      await shown.play().catch(() => undefined);
      while (!isOver) {
        await nextFrame();
        const frame = await frameOf(shown);
        if (frame === null || isOver) continue;
        const reading = await scanner.read(frame);
        if (reading !== null) return finish({ status: 'read', reading });
      }
    }

    watch().catch(() => finish({ status: 'stopped' }));
    return () => {
      isOver = true;
      stop();
      for (const cancel of timers) cancel();
    };
  }, [scanner]);

  return (
    <>
      <CameraPicture guide="barcode" video={video} />
      <CameraWords>{words === null ? t.opening : t.live[words]}</CameraWords>
      {camera === null ? null : <LightButton camera={camera} label={t.light} />}
    </>
  );
}
