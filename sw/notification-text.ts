import { count } from '../src/messages/count.ts';
import { sentences } from '../src/messages/text.ts';
import { workerText } from '../src/messages/worker.ts';

export type Tally = Readonly<{
  delivered: number;
  needAttention: number;
  waiting: number;
  /** The browser will not wake the worker again by itself. */
  isLastChance: boolean;
}>;

/** Counts only: a notification shows on a locked screen and must not name a customer. Null: nothing to notify about. */
export function notificationText(tally: Tally): string | null {
  const { delivered, needAttention, waiting, isLastChance } = tally;
  const t = workerText();
  const text = sentences(
    delivered > 0 ? count(t.sent, delivered) : null,
    needAttention > 0 ? count(t.needAttention, needAttention) : null,
    waiting > 0 && isLastChance ? count(t.stillWaiting, waiting) : null,
  );
  return text === '' ? null : text;
}
