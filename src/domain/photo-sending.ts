import { nextStep } from './submission-state.ts';
import { isUpload, type Submission } from './submission-types.ts';

/*
 * When the photos of documents may go. They are nearly all of what a registration weighs, so where data is dear they may wait, while
 * forms and signatures never do.
 */

/** The setting: over any link, or only where data costs nothing by the megabyte. */
export type PhotoSending = 'always' | 'unmetered';

/** The type of the connection: unmetered (Wi-Fi or cable), or metered (mobile data). */
export type Link = 'unmetered' | 'metered';

export type PhotoRule = Readonly<{
  sending: PhotoSending;
  /**
   * The person's answer about the connection on that local calendar day (YYYY-MM-DD), if the browser does not report it. Null: none.
   */
  said: Readonly<{ day: string; link: Link }> | null;
}>;

/** Nobody chose anything. */
export const ANY_LINK: PhotoRule = { sending: 'always', said: null };

/** `ask`: they wait, until the person says what link it is. */
export type PhotoPermission = 'go' | 'wait' | 'ask';

/**
 * @param seen what the browser says of the link; null: nothing
 * @param today local calendar day, YYYY-MM-DD
 */
export function photoPermission(
  { said, sending }: PhotoRule,
  seen: Link | null,
  today: string,
): PhotoPermission {
  if (sending === 'always') return 'go';
  const link = seen ?? (said?.day === today ? said.link : null);
  if (link === null) return 'ask';
  return link === 'unmetered' ? 'go' : 'wait';
}

type Held = Pick<Submission, 'status' | 'steps' | 'sendsPhotos'>;

const isHeld = (submission: Held, permission: PhotoPermission): boolean =>
  permission !== 'go' && submission.status === 'queued' && submission.sendsPhotos !== true;

/** Whether its next step is a photo that must wait. One for which the person pressed 'Send now' does not. */
export function waitsForLink(submission: Held, permission: PhotoPermission): boolean {
  const step = nextStep(submission);
  return isHeld(submission, permission) && step !== undefined && isUpload(step.content);
}

/** Whether photos of it will have to wait once their turn comes. */
export const willWaitForLink = (submission: Held, permission: PhotoPermission): boolean =>
  isHeld(submission, permission) &&
  submission.steps.some(({ content, state }) => state.status !== 'confirmed' && isUpload(content));
