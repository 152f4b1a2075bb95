import type { Pause } from '../src/domain/submission-state.ts';
import { count } from '../src/messages/count.ts';
import { sentences } from '../src/messages/text.ts';
import { pauseText, workerText } from '../src/messages/worker.ts';
import type { NewVerdicts } from '../src/store/outbox/counters.ts';

export type Tally = Readonly<{
  delivered: number;
  needAttention: number;
  waiting: number;
  /** The waiting submissions that an open Veld sends only on Wi-Fi, by 'Send now' or after an unlock. */
  waitingForWifiOrUnlock: number;
  /** The verdicts that this drain heard. */
  verdicts: NewVerdicts;
  /** True if the browser will not wake the worker again by itself. */
  isLastChance: boolean;
  /** Null if the outbox does not wait for a person. */
  pause: Pause | null;
}>;

/** The text about waiting submissions. Opening Veld sends them, unless a person must act first. */
function waitingText(waiting: number, pause: Pause | null): string {
  const t = workerText();
  return pause === null
    ? count(t.stillWaiting, waiting)
    : count(t.paused, waiting, { reason: pauseText()[pause] });
}

/**
 * Returns counts only: a notification shows on a locked screen and must not name a customer. Null if there is nothing
 * to report.
 */
export function notificationText(tally: Tally): string | null {
  const { delivered, needAttention, verdicts, isLastChance, pause } = tally;
  const t = workerText();
  const waiting = tally.waiting - tally.waitingForWifiOrUnlock;
  const text = sentences(
    delivered > 0 ? count(t.sent, delivered) : null,
    needAttention > 0 ? count(t.needAttention, needAttention) : null,
    waiting > 0 && isLastChance ? waitingText(waiting, pause) : null,
    verdicts.active > 0 ? count(t.active, verdicts.active) : null,
    verdicts.returned > 0 ? count(t.returned, verdicts.returned) : null,
  );
  return text === '' ? null : text;
}
