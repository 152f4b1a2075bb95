/** How long an answer counts. Questions are asked more often. */
export const ANSWER_MS = 3_000;

const QUESTION = 'isFormOpen';
const ANSWER = 'formIsOpen';

/** What the windows of the app hear each other by. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;

export type OtherWindows = Readonly<{
  /** To be called regularly while the answer matters. */
  ask: () => void;
  /** Whether one of them answered so a moment ago. One that is frozen answers nothing: nobody fills in its form. */
  isFormOpen: () => boolean;
}>;

/** Answers the other windows' questions, too. `now`: milliseconds on a monotonic clock. */
export function watchOtherWindows(
  channel: Channel,
  isFormOpenHere: () => boolean,
  now: () => number,
): OtherWindows {
  let answeredAt = Number.NEGATIVE_INFINITY;
  channel.onmessage = ({ data }) => {
    if (data === ANSWER) answeredAt = now();
    else if (data === QUESTION && isFormOpenHere()) channel.postMessage(ANSWER);
  };
  return {
    ask: () => channel.postMessage(QUESTION),
    isFormOpen: () => now() - answeredAt < ANSWER_MS,
  };
}
