import { within } from './timers.ts';

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
