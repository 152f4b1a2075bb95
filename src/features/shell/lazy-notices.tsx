import { noticesText } from '../../messages/notices.ts';
import { format } from '../../messages/text.ts';
import { Banner } from '../../ui/frame/banner.tsx';
import { GetHelp } from '../../ui/frame/get-help.tsx';
import { DAYS_WITHOUT_VISIT, type UnsentAdvice, unsentAdvice } from '../../worker/unsent-advice.ts';
import type { SecondCopyState } from './second-copy-state.ts';

/** The notice that second copies cannot be written. Renders nothing if they can. */
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

export interface UnsentNoteProps {
  readonly queued: number;
  readonly rejected: number;
  readonly care?: UnsentAdvice | undefined;
}

/**
 * The warning for screen readers that leaving may lose data. It is on every screen, because browsers on iOS do not ask
 * when a page is closed. The outbox shows it to others.
 */
export function UnsentNote({ queued, rejected, care = unsentAdvice() }: UnsentNoteProps) {
  const t = noticesText();
  if (care === 'open-within-7-days' && queued + rejected > 0)
    return <span>{format(t.openWithin, { days: DAYS_WITHOUT_VISIT })}</span>;
  return care === 'open' && queued > 0 ? <span>{t.whileOpen}</span> : null;
}
