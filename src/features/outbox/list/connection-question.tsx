import { useState } from 'react';
import { formatBytes } from '../../../messages/formats.ts';
import { linkText, settingsText } from '../../../messages/settings.ts';
import { format } from '../../../messages/text.ts';
import { localDay } from '../../../store/drafts/new-submission.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { focusScreen } from '../../../ui/frame/page.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';

export interface LinkQuestionProps {
  readonly store: Store;
  /** Starts a drain, because photos may be sent now. */
  readonly wake: () => void;
}

/** Asked once a day if photos wait for Wi-Fi and the browser does not report the connection type. */
export function ConnectionQuestion({ store, wake }: LinkQuestionProps) {
  const t = linkText();
  const load = useStored(() => store.queries.waitingLoad(), [store]);
  const [busy, setBusy] = useState(false);

  async function answer(link: 'unmetered' | 'metered', button: HTMLElement) {
    setBusy(true);
    try {
      await (await store.settings()).set({ connectionAnswer: { day: localDay(Date.now()), link } });
      if (link === 'unmetered') wake();
      // The answered question goes, with its focused button.
      focusScreen(button);
      notify(link === 'unmetered' ? t.photosGo : t.photosStay);
    } catch {
      notify(settingsText().notSaved, { kind: 'error' });
    }
    setBusy(false);
  }

  if (load === undefined || load.bytes === 0) return null;
  return (
    <Banner
      actions={
        <>
          <Button
            busy={busy}
            onClick={({ currentTarget }) => void answer('unmetered', currentTarget)}
            variant="primary"
          >
            {t.yes}
          </Button>
          <Button
            busy={busy}
            onClick={({ currentTarget }) => void answer('metered', currentTarget)}
          >
            {t.no}
          </Button>
        </>
      }
      title={t.question}
    >
      <p>{format(t.detail, { size: formatBytes(load.bytes) })}</p>
    </Banner>
  );
}
