import { nextStep } from './submission-state.ts';
import { isUpload, type Submission } from './submission-types.ts';

/*
 * When the photos of documents may go. They are nearly all of what a registration weighs, so where data is dear they may wait, while
 * forms and signatures never do.
 */

/** The setting: over any link, or only where data costs nothing by the megabyte. */
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

/** Nobody chose anything. */
export const ANY_CONNECTION: PhotoPolicy = { sending: 'always', said: null };

/** `ask`: they wait, until the person says what link it is. */
export type PhotoPermission = 'go' | 'wait' | 'ask';

/**
 * @param seen what the browser says of the link; null: nothing
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

/** Whether its next step is a photo that must wait. One for which the person pressed 'Send now' does not. */
export function waitsForWifi(submission: Held, permission: PhotoPermission): boolean {
  const step = nextStep(submission);
  return isHeld(submission, permission) && step !== undefined && isUpload(step.content);
}

/** Whether photos of it will have to wait once their turn comes. */
export const willWaitForWifi = (submission: Held, permission: PhotoPermission): boolean =>
  isHeld(submission, permission) &&
  submission.steps.some(({ content, state }) => state.status !== 'confirmed' && isUpload(content));
