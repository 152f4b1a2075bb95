export type Tally = Readonly<{
  delivered: number;
  needAttention: number;
  waiting: number;
  /** The browser will not wake the worker again by itself. */
  isLastChance: boolean;
}>;

const submissions = (count: number): string =>
  count === 1 ? '1 submission' : `${count} submissions`;

/** Counts only: a notification shows on a locked screen and must not name a customer. Null: nothing to notify about. */
export function notificationText(tally: Tally): string | null {
  const { delivered, needAttention, waiting, isLastChance } = tally;
  const sentences = [
    ...(delivered > 0 ? [`${submissions(delivered)} sent.`] : []),
    ...(needAttention === 1 ? ['1 submission needs your attention.'] : []),
    ...(needAttention > 1 ? [`${needAttention} submissions need your attention.`] : []),
    ...(waiting > 0 && isLastChance
      ? [`${submissions(waiting)} still waiting. Open Veld to finish sending.`]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
