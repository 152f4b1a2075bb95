import { noticesText } from '../../messages/notices.ts';
import { format } from '../../messages/text.ts';
import { Banner } from '../../ui/frame/banner.tsx';
import { GetHelp } from '../../ui/frame/get-help.tsx';
import { type UnsentAdvice, unsentAdvice } from '../../worker/unsent-advice.ts';
import type { SecondCopyState } from './second-copy-state.ts';

/** The notice that second copies can't be written; nothing if they can. */
export function StorageText({ copy }: { readonly copy: SecondCopyState | null }) {
  const t = noticesText();
  if (copy !== 'refused' && copy !== 'failing') return null;
  return (
    <Banner
      actions={copy === 'failing' ? <GetHelp /> : undefined}
      isFullWidth
      kind="warning"
      title={t.noSecondCopy}
    >
      {copy === 'refused' ? t.copyRefused : t.copyFailing}
    </Banner>
  );
}

/** Days of use without a visit. Then browsers on iOS delete the data of a site. */
const DAYS = 7;

export interface UnsentNoteProps {
  readonly queued: number;
  readonly rejected: number;
  readonly care?: UnsentAdvice | undefined;
}

/**
 * The warning before an agent leaves, if leaving can lose data. It is shown all the time: browsers on iOS do not ask when a
 * page is left.
 */
export function UnsentNote({ queued, rejected, care = unsentAdvice() }: UnsentNoteProps) {
  const t = noticesText();
  if (care === 'open-within-7-days' && queued + rejected > 0)
    return <span>{format(t.openWithin, { days: DAYS })}</span>;
  return care === 'open' && queued > 0 ? <span>{t.whileOpen}</span> : null;
}
