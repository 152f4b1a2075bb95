import { type ReactNode, useEffect, useRef, useState } from 'react';
import { doubtAbout } from '../../../domain/forms/sent-files.ts';
import { cameraText, documentsText } from '../../../messages/capture.ts';
import { controlsText } from '../../../messages/controls.ts';
import { format } from '../../../messages/text.ts';
import { every, schedule } from '../../../platform/timers.ts';
import type { AttachmentRow } from '../../../store/format/rows.ts';
import { Button } from '../../../ui/content/button.tsx';
import {
  type Camera,
  CameraPicture,
  CameraWords,
  cameraPermission,
  LightButton,
  type NoCamera,
  openCamera,
} from '../../../ui/content/camera.tsx';
import { IconCheck, IconWarning } from '../../../ui/frame/icons.tsx';
import { IconCamera } from '../../../ui/frame/more-icons.tsx';
import { WholeScreen } from '../../../ui/overlays/dialog.tsx';
import { buzz } from '../../../ui/overlays/haptics.ts';
import { isIos } from '../../../worker/unsent-advice.ts';
import { JUDGED_SIDE, photoFigures, photoVerdict } from '../picture/photo-verdict.ts';
import styles from './document-camera.module.css';

/** Photos are stored with a long side of 1,800 pixels, so a larger picture would tell no more. */
const WANTED = { width: 1920, height: 1080 };
/** A camera with a shorter long side, in pixels, is not used: the phone's own camera app takes better photos then. */
const MIN_SIDE = 1600;
const JPEG_QUALITY = 0.95;
const HINT_EVERY_MS = 700;
/** The time (ms) to see a good photo before the next page. */
const GO_ON_AFTER_MS = 2_500;

/** True once this page has found no camera, or one with too few pixels. */
let isUnfit = false;

/**
 * True if the person has allowed the camera for Veld, for example to scan. Veld then takes photos itself. So the browser does not end the
 * page for a camera app, and the phone's gallery gets no copy. Installed apps on iOS often lose the permission.
 */
export function useOwnCamera(): boolean {
  const [isAllowed, setAllowed] = useState(false);
  useEffect(() => {
    void cameraPermission().then((state) => setAllowed(state === 'granted'));
  }, []);
  return isAllowed && !isUnfit && !isIos();
}

type Drawn = Readonly<{ canvas: HTMLCanvasElement; context: CanvasRenderingContext2D }>;

/** The camera's picture now, at most `side` pixels long. Null if the browser has no memory for it. */
function drawPicture(video: HTMLVideoElement, side: number): Drawn | null {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const willReadFrequently = side === JUDGED_SIDE;
  const context = canvas.getContext('2d', { willReadFrequently });
  if (context === null) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

type Hint = 'aim' | 'dark' | 'glare' | 'blurred';

/** The advice for the picture now. Returns 'aim' if the picture is good, or is not there yet. */
function hintFor(video: HTMLVideoElement): Hint {
  if (video.videoWidth === 0) return 'aim';
  const drawn = drawPicture(video, JUDGED_SIDE);
  if (drawn === null) return 'aim';
  const { canvas, context } = drawn;
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const verdict = photoVerdict(photoFigures(pixels));
  return verdict === 'dark' || verdict === 'glare' || verdict === 'blurred' ? verdict : 'aim';
}

/** Resolves with null if the browser cannot encode the picture, for example without memory. */
const encodePicture = (video: HTMLVideoElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    const drawn = drawPicture(video, Number.POSITIVE_INFINITY);
    if (drawn === null) resolve(null);
    else drawn.canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });

/** A page of the document. `name`: for example 'Front'. */
type Page = Readonly<{ slot: number; name: string }>;

type Step =
  | Readonly<{ status: 'opening' | NoCamera | 'tooSmall' | 'notTaken' }>
  /** `isRetaken`: the page has a photo, which the new one replaces. */
  | Readonly<{ status: 'aiming'; page: Page; isRetaken: boolean }>
  | Readonly<{ status: 'saving'; page: Page }>
  | Readonly<{ status: 'taken'; page: Page; row: AttachmentRow }>;

export interface DocumentCameraProps {
  /** The next page that has no photo yet. Null if all have one. */
  readonly missing: Page | null;
  /** Stores the photo, also if the camera is closed meanwhile. Calls `onTried` with its row, or with null if that failed. */
  readonly onPhoto: (
    photo: File,
    slot: number,
    isRetaken: boolean,
    onTried: (row: AttachmentRow | null) => void,
  ) => void;
  readonly onKeep: (row: AttachmentRow) => void;
  readonly onPhoneCamera: () => void;
  readonly onClose: () => void;
}

/** Takes the photo of each missing page, over the whole screen. It stores each photo at once, and shows its verdict. */
export function DocumentCamera({
  missing,
  onPhoto,
  onKeep,
  onPhoneCamera,
  onClose,
}: DocumentCameraProps) {
  const t = cameraText();
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [step, setStep] = useState<Step>({ status: 'opening' });
  const [hint, setHint] = useState<Hint>('aim');
  const latest = useRef({ missing, onClose });
  useEffect(() => {
    latest.current = { missing, onClose };
  });

  function aim(page: Page | null, isRetaken = false): void {
    if (page === null) {
      onClose();
      return;
    }
    setHint('aim');
    setStep({ status: 'aiming', page, isRetaken });
    void video.current?.play().catch(() => undefined);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the camera again.
  useEffect(() => {
    let isOver = false;
    let stop = (): void => {};
    const close = (): void => {
      if (!isOver) latest.current.onClose();
    };
    const whenHidden = (): void => {
      if (document.hidden) close();
    };
    document.addEventListener('visibilitychange', whenHidden);
    void openCamera(WANTED).then(async (opened) => {
      const { current: shown } = video;
      if (opened.status !== 'open') {
        if (opened.status === 'none') isUnfit = true;
        if (!isOver) setStep(opened);
        return;
      }
      stop = opened.camera.stop;
      if (isOver || shown === null) return stop();
      for (const track of opened.camera.stream.getTracks()) track.addEventListener('ended', close);
      shown.srcObject = opened.camera.stream;
      // A browser that does not play by itself shows the first picture all the same.
      await shown.play().catch(() => undefined);
      if (isOver) return;
      if (Math.max(shown.videoWidth, shown.videoHeight) < MIN_SIDE) {
        stop();
        isUnfit = true;
        return setStep({ status: 'tooSmall' });
      }
      const page = latest.current.missing;
      if (page === null) return close();
      setCamera(opened.camera);
      setStep({ status: 'aiming', page, isRetaken: false });
    });
    return () => {
      isOver = true;
      stop();
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, [attempt]);

  const isAiming = step.status === 'aiming';
  useEffect(() => {
    if (!isAiming) return;
    return every(HINT_EVERY_MS, () => {
      if (video.current) setHint(hintFor(video.current));
    });
  }, [isAiming]);

  const isGood = step.status === 'taken' && doubtAbout(step.row) === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits once for each good photo.
  useEffect(() => {
    if (!isGood) return;
    // The form shows the last photo.
    if (missing === null) return onClose();
    return schedule(GO_ON_AFTER_MS, () => aim(missing));
  }, [isGood, missing]);

  async function take(page: Page, isRetaken: boolean): Promise<void> {
    const { current: shown } = video;
    if (shown === null || shown.videoWidth === 0) return;
    shown.pause();
    setStep({ status: 'saving', page });
    const picture = await encodePicture(shown);
    if (picture === null) return setStep({ status: 'notTaken' });
    const photo = new File([picture], `${page.name}.jpg`, { type: picture.type });
    onPhoto(photo, page.slot, isRetaken, (row) => {
      // The form shows why a photo was not stored.
      if (row === null) return latest.current.onClose();
      buzz('done');
      setStep({ status: 'taken', page: { ...page, slot: row.slot ?? page.slot }, row });
    });
  }

  const { status } = step;
  const hasPicture = isAiming || status === 'saving' || status === 'taken';
  const doubt = step.status === 'taken' ? doubtAbout(step.row) : null;
  const canRetry = status === 'dismissed' || status === 'busy' || status === 'notTaken';

  function words(): ReactNode {
    switch (step.status) {
      case 'opening':
        return t.opening;
      case 'aiming':
        return t.hint[hint];
      case 'saving':
        return documentsText().state.saving;
      case 'taken':
        return (
          <>
            {doubt === null ? <IconCheck /> : <IconWarning />}
            <span>
              {format(documentsText().verdict[doubt ?? 'good'], { page: step.page.name })}
              {doubt === null ? `. ${t.corners}` : null}
            </span>
          </>
        );
      default:
        return (
          <>
            <IconWarning />
            <span>{t.noCamera[step.status]}</span>
          </>
        );
    }
  }

  /** The buttons after a photo. The recommended one is first. */
  function waysAfter({ row, page }: Extract<Step, { status: 'taken' }>): readonly ReactNode[] {
    const again = (
      <Button
        block={true}
        key="again"
        onClick={() => aim(page, true)}
        variant={doubt === null ? 'secondary' : 'primary'}
      >
        {documentsText().takeAgain}
      </Button>
    );
    const goOn = (
      <Button
        block={true}
        key="go"
        onClick={() => {
          if (doubt !== null) onKeep(row);
          aim(missing);
        }}
        variant={doubt === null ? 'primary' : 'quiet'}
      >
        {doubt === null ? t.goOn : controlsText().useAnyway}
      </Button>
    );
    return doubt === null ? [goOn, again] : [again, goOn];
  }

  return (
    <WholeScreen onClose={onClose} title={('page' in step ? step.page : missing)?.name ?? ''}>
      <div className={styles['body']}>
        <CameraPicture
          guide={isAiming ? 'card' : null}
          hidden={!hasPicture && status !== 'opening'}
          video={video}
        />
        <CameraWords>{words()}</CameraWords>
      </div>
      <div className={styles['ways']}>
        {step.status === 'aiming' ? (
          <Button
            block={true}
            icon={<IconCamera />}
            onClick={() => void take(step.page, step.isRetaken)}
            variant="primary"
          >
            {t.take}
          </Button>
        ) : null}
        {camera === null ? null : (
          <LightButton camera={camera} hidden={!isAiming} label={t.light} />
        )}
        {step.status === 'taken' ? waysAfter(step) : null}
        {canRetry ? (
          <Button
            block={true}
            onClick={() => {
              setStep({ status: 'opening' });
              setAttempt(attempt + 1);
            }}
            variant="primary"
          >
            {documentsText().tryAgain}
          </Button>
        ) : null}
        {isAiming || !hasPicture ? (
          <Button block={true} onClick={onPhoneCamera} variant="quiet">
            {t.phoneCamera}
          </Button>
        ) : null}
      </div>
    </WholeScreen>
  );
}
