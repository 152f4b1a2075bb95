import { useState } from 'react';
import { practiceText } from '../../messages/practice.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Over the empty form: what becomes of what is typed here, and a customer for whoever wants none of their own. */
export function PracticeStart({ onUse }: { readonly onUse: () => Promise<void> }) {
  const t = practiceText();
  const [busy, setBusy] = useState(false);
  return (
    <Banner
      actions={
        <Button
          busy={busy}
          onClick={() => {
            setBusy(true);
            void onUse().finally(() => setBusy(false));
          }}
        >
          {t.useCustomer}
        </Button>
      }
      isFullWidth={true}
    >
      {t.about}
    </Banner>
  );
}
