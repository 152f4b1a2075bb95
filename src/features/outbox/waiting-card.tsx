import { useState } from 'react';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconSend } from '../../ui/icons.tsx';
import { notify } from '../../ui/toasts.ts';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import type { OutboxActions } from './actions.ts';
import styles from './outbox.module.css';
import { dataPrice } from './outbox-context.ts';
import { loadWords } from './submission-text.ts';

export interface WaitingCardProps {
  readonly store: Store;
  readonly waiting: number;
  readonly sendNow: OutboxActions['sendNow'];
}

/** What waits, how many bytes that is and about what they cost; and the button that sends it. */
export function WaitingCard({ store, waiting, sendNow }: WaitingCardProps) {
  const sends = sendsWhenClosed();
  const [busy, setBusy] = useState(false);
  const load = useStored(() => store.queries.waitingLoad(), [store]);

  async function send() {
    setBusy(true);
    await sendNow().catch(() => {
      notify('Sending could not be started. It is kept, and will be tried again by itself.', {
        kind: 'warning',
      });
    });
    setBusy(false);
  }

  return (
    <Card>
      <div className={styles['summary']}>
        <div className={styles['words']}>
          <p className={styles['strong']}>
            {waiting} {waiting === 1 ? 'submission waits' : 'submissions wait'}
          </p>
          {sends ? null : <p>It is sent while Veld is open: keep it open when you have signal.</p>}
          {load ? <p className={styles['soft']}>{loadWords(load.bytes, dataPrice(load))}</p> : null}
        </div>
        <Button busy={busy} icon={<IconSend />} onClick={() => void send()} variant="primary">
          Send now
        </Button>
      </div>
    </Card>
  );
}
