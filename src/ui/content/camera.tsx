import { type ReactNode, type RefObject, useState } from 'react';
import { within } from '../../platform/timers.ts';
import { Button } from './button.tsx';
import styles from './camera.module.css';

/** Why the camera gives no picture. `dismissed`: the person closed the browser's question, or nobody answered it. */
export type NoCamera = 'blocked' | 'dismissed' | 'none' | 'busy';

export type Camera = Readonly<{
  stream: MediaStream;
  /** Null if the camera has no light. */
  setLight: ((isOn: boolean) => Promise<void>) | null;
  /** Stops the camera, with its light. */
  stop: () => void;
}>;

type OpenedCamera = Readonly<{ status: 'open'; camera: Camera }> | Readonly<{ status: NoCamera }>;

/** The time for the person to answer the browser's question. */
const MAX_WAIT_MS = 20_000;

/** The capabilities and constraints that the language's types lack. */
type Capabilities = Readonly<{ torch?: boolean; focusMode?: readonly string[] }>;
type Constraint = Readonly<{ torch?: boolean; focusMode?: string }>;

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

function cameraOf(stream: MediaStream): Camera {
  const [track] = stream.getVideoTracks();
  const can = (track?.getCapabilities?.() ?? {}) as Capabilities;
  const apply = async (constraint: Constraint): Promise<void> =>
    track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
  // The camera gives a picture without it, too.
  if (can.focusMode?.includes('continuous'))
    void apply({ focusMode: 'continuous' }).catch(() => undefined);
  return {
    stream,
    setLight: can.torch === true ? (torch) => apply({ torch }) : null,
    stop: () => stopAll(stream),
  };
}

/** Whether the person has allowed the camera. Some browsers do not say: the result is then `prompt`. */
export async function cameraPermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state;
  } catch {
    return 'prompt';
  }
}

async function reasonOf(error: unknown): Promise<NoCamera> {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotAllowedError':
      return (await cameraPermission()) === 'denied' ? 'blocked' : 'dismissed';
    default:
      return 'busy';
  }
}

/** Opens the back camera, with a picture of about this size in pixels. The browser may first ask the person. */
export async function openCamera({
  width,
  height,
}: Readonly<{ width: number; height: number }>): Promise<OpenedCamera> {
  // Browsers have no `mediaDevices` on a page without HTTPS.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return { status: 'none' };
  const video = {
    facingMode: { ideal: 'environment' },
    width: { ideal: width },
    height: { ideal: height },
  };
  let isOver = false;
  try {
    const asked = devices.getUserMedia({ video, audio: false }).then((stream) => {
      if (isOver) stopAll(stream);
      return stream;
    });
    const stream = await within(MAX_WAIT_MS, asked, () => null);
    isOver = true;
    return stream === null ? { status: 'dismissed' } : { status: 'open', camera: cameraOf(stream) };
  } catch (error) {
    return { status: await reasonOf(error) };
  }
}

export interface CameraPictureProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The frame in which the person holds the barcode or the card. Null: the picture has no frame. */
  readonly guide: 'barcode' | 'card' | null;
  readonly hidden?: boolean;
}

/** The camera's picture in its own shape. It leaves room for the buttons below. */
export function CameraPicture({ video, guide, hidden }: CameraPictureProps) {
  return (
    <div className={styles['picture']} hidden={hidden}>
      <video
        className={styles['video']}
        disablePictureInPicture={true}
        muted={true}
        onLoadedMetadata={({ currentTarget: { parentElement, videoHeight, videoWidth } }) =>
          parentElement?.style.setProperty('--ratio', `${videoWidth / videoHeight}`)
        }
        playsInline={true}
        ref={video}
      />
      {guide === null ? null : <div className={styles[guide]} />}
    </div>
  );
}

/** The line below the picture, or in its place. Screen readers speak each change. */
export const CameraWords = ({ children }: { readonly children: ReactNode }) => (
  <p aria-live="polite" className={styles['words']} role="status">
    {children}
  </p>
);

export interface LightButtonProps {
  readonly camera: Camera;
  readonly label: string;
  /** True: shows no button, and keeps the light as it is. */
  readonly hidden?: boolean;
}

/** Switches the camera's light. Shows nothing if the camera has none. */
export function LightButton({ camera: { setLight }, label, hidden = false }: LightButtonProps) {
  const [isLit, setIsLit] = useState(false);
  if (setLight === null || hidden) return null;
  return (
    <Button
      aria-pressed={isLit}
      block={true}
      onClick={() => {
        setIsLit(!isLit);
        setLight(!isLit).catch(() => setIsLit(isLit));
      }}
    >
      {label}
    </Button>
  );
}
