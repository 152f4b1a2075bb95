import { useState } from 'react';
import { practiceText } from '../../messages/practice.ts';
import { Button } from '../../ui/button.tsx';
import styles from './practice.module.css';

/** Over the empty form: what becomes of what is typed here, and a customer for whoever wants none of their own. */
export function PracticeStart({ onUse }: { readonly onUse: () => Promise<void> }) {
  const t = practiceText();
  const [busy, setBusy] = useState(false);
  return (
    <section aria-label={t.start} className={styles['start']}>
      <p>{t.about}</p>
      <Button
        busy={busy}
        onClick={() => {
          setBusy(true);
          void onUse().finally(() => setBusy(false));
        }}
      >
        {t.useCustomer}
      </Button>
    </section>
  );
}
