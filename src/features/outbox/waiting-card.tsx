import { useState } from 'react';
import { count } from '../../messages/count.ts';
import { outboxText } from '../../messages/outbox.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconSend } from '../../ui/icons.tsx';
import { notify } from '../../ui/toasts.ts';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import styles from './outbox.module.css';
import type { OutboxActions } from './outbox-actions.ts';
import { dataPrice } from './outbox-context.ts';
import { loadWords } from './submission-text.ts';

export interface WaitingCardProps {
  readonly store: Store;
  readonly waiting: number;
  readonly sendNow: OutboxActions['sendNow'];
}

/** What waits, how many bytes that is and about what they cost; and the button that sends it. */
export function WaitingCard({ store, waiting, sendNow }: WaitingCardProps) {
  const t = outboxText();
  const sends = sendsWhenClosed();
  const [busy, setBusy] = useState(false);
  const load = useStored(() => store.queries.waitingLoad(), [store]);

  async function send() {
    setBusy(true);
    await sendNow().catch(() => {
      notify(t.notStarted, {
        kind: 'warning',
      });
    });
    setBusy(false);
  }

  return (
    <Card>
      <div className={styles['summary']}>
        <div className={styles['words']}>
          <p className={styles['strong']}>{count(t.waits, waiting)}</p>
          {sends ? null : <p>{t.whileOpen}</p>}
          {load ? <p className={styles['soft']}>{loadWords(load.bytes, dataPrice(load))}</p> : null}
        </div>
        <Button busy={busy} icon={<IconSend />} onClick={() => void send()} variant="primary">
          {t.sendNow}
        </Button>
      </div>
    </Card>
  );
}
