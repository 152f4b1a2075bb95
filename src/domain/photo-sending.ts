import { nextStep } from './submission-state.ts';
import { isUpload, type Submission } from './submission-types.ts';

/*
 * When the app may send photos of documents. Most bytes of a registration are photos. On an
 * expensive connection they may wait for Wi-Fi. Forms and signatures never wait.
 */

/** The setting: send photos over any connection, or only over an unmetered one. */
export type PhotoSending = 'always' | 'unmetered';

/** The type of the connection: unmetered (Wi-Fi or cable), or metered (mobile data). */
export type ConnectionType = 'unmetered' | 'metered';

export type PhotoPolicy = Readonly<{
  sending: PhotoSending;
  /**
   * The person's answer about the connection on that local calendar day (YYYY-MM-DD), if the browser does not report it. Null: none.
   */
  said: Readonly<{ day: string; link: ConnectionType }> | null;
}>;

export const ANY_CONNECTION: PhotoPolicy = { sending: 'always', said: null };

/** `ask`: the photos wait until the person says which type the connection has. */
export type PhotoPermission = 'go' | 'wait' | 'ask';

/**
 * @param seen the connection type that the browser reports; null if it reports none
 * @param today local calendar day, YYYY-MM-DD
 */
export function photoPermission(
  { said, sending }: PhotoPolicy,
  seen: ConnectionType | null,
  today: string,
): PhotoPermission {
  if (sending === 'always') return 'go';
  const connection = seen ?? (said?.day === today ? said.link : null);
  if (connection === null) return 'ask';
  return connection === 'unmetered' ? 'go' : 'wait';
}

type Held = Pick<Submission, 'status' | 'steps' | 'sendsPhotos'>;

const isHeld = (submission: Held, permission: PhotoPermission): boolean =>
  permission !== 'go' && submission.status === 'queued' && submission.sendsPhotos !== true;

/** True if the next step is a photo that must wait. A submission does not wait after 'Send now'. */
export function waitsForWifi(submission: Held, permission: PhotoPermission): boolean {
  const step = nextStep(submission);
  return isHeld(submission, permission) && step !== undefined && isUpload(step.content);
}

/** True if any unconfirmed photo of the submission has to wait. */
export const willWaitForWifi = (submission: Held, permission: PhotoPermission): boolean =>
  isHeld(submission, permission) &&
  submission.steps.some(({ content, state }) => state.status !== 'confirmed' && isUpload(content));
