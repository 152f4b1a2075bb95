import { noticesText } from '../../messages/notices.ts';
import { say } from '../../messages/text.ts';
import { type UnsentCare, unsentCare } from '../../worker/unsent-care.ts';

/** Of use without a visit: then browsers on iOS delete what a site keeps. */
const DAYS = 7;

export interface UnsentNoteProps {
  readonly queued: number;
  readonly rejected: number;
  readonly care?: UnsentCare | undefined;
}

/**
 * What is to be known before one leaves, where that can end badly. It stands there all the time, for nothing can be said at
 * the moment of leaving: browsers on iOS do not ask.
 */
export function UnsentNote({ queued, rejected, care = unsentCare() }: UnsentNoteProps) {
  const t = noticesText();
  if (care === 'open-within-7-days' && queued + rejected > 0)
    return <span>{say(t.openWithin, { days: DAYS })}</span>;
  return care === 'open' && queued > 0 ? <span>{t.whileOpen}</span> : null;
}
