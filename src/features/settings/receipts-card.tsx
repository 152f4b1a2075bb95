import { useState } from 'react';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toasts.ts';

const receipts = (count: number): string => `${count} ${count === 1 ? 'receipt' : 'receipts'}`;

/** Deletes the receipts of delivered submissions. A receipt shows only a customer's initials, but many add up. */
export function ReceiptsCard({ store }: { readonly store: Store }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const count = useStored(() => store.queries.counts(), [store])?.delivered ?? 0;

  async function confirm() {
    setIsConfirming(false);
    try {
      notify(`${receipts(await store.deleteReceipts())} deleted.`, { kind: 'success' });
    } catch {
      notify('The receipts could not be deleted. Try again.', { kind: 'error' });
    }
  }

  return (
    <Card title="Delivered receipts">
      <p>
        {count === 0
          ? 'There are none on this phone.'
          : `${receipts(count)} on this phone: initials, the SIM’s last four digits, times and numbers. Nothing else of a customer.`}
      </p>
      {count > 0 ? (
        <Button block onClick={() => setIsConfirming(true)}>
          Delete delivered receipts
        </Button>
      ) : null}
      <ConfirmDialog
        confirmLabel="Delete"
        danger
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void confirm()}
        open={isConfirming}
        title={`Delete ${receipts(count)}?`}
      >
        <p>The server keeps what was delivered. Only this phone’s list of it goes.</p>
      </ConfirmDialog>
    </Card>
  );
}
