import { useState } from 'react';
import { count } from '../../messages/count.ts';
import { settingsText } from '../../messages/settings.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toasts.ts';

/** Deletes the receipts of delivered submissions. A receipt shows only a customer's initials, but many add up. */
export function ReceiptsCard({ store }: { readonly store: Store }) {
  const t = settingsText();
  const [isConfirming, setIsConfirming] = useState(false);
  const here = useStored(() => store.queries.ownCounts(), [store])?.delivered ?? 0;

  async function confirm() {
    setIsConfirming(false);
    try {
      notify(count(t.receiptsDeleted, await store.deleteReceipts()), { kind: 'success' });
    } catch {
      notify(t.receiptsNotDeleted, { kind: 'error' });
    }
  }

  return (
    <Card title={t.receipts}>
      <p>{here === 0 ? t.noReceipts : count(t.receiptsHere, here)}</p>
      {here > 0 ? (
        <Button block onClick={() => setIsConfirming(true)}>
          {t.deleteReceipts}
        </Button>
      ) : null}
      <ConfirmDialog
        confirmLabel={t.delete}
        danger
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={count(t.deleteAsked, here)}
      >
        <p>{t.deleteDetail}</p>
      </ConfirmDialog>
    </Card>
  );
}
