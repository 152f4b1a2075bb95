import { noticesText } from '../../messages/notices.ts';
import { say } from '../../messages/text.ts';
import { type UnsentCare, unsentCare } from '../../worker/unsent-care.ts';

/** Days of use without a visit. Then browsers on iOS delete the data of a site. */
const DAYS = 7;

export interface UnsentNoteProps {
  readonly queued: number;
  readonly rejected: number;
  readonly care?: UnsentCare | undefined;
}

/**
 * The warning before an agent leaves, if leaving can lose data. It is shown all the time: browsers on iOS do not ask when a
 * page is left.
 */
export function UnsentNote({ queued, rejected, care = unsentCare() }: UnsentNoteProps) {
  const t = noticesText();
  if (care === 'open-within-7-days' && queued + rejected > 0)
    return <span>{say(t.openWithin, { days: DAYS })}</span>;
  return care === 'open' && queued > 0 ? <span>{t.whileOpen}</span> : null;
}
