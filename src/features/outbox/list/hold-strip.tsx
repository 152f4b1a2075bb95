import { useId, useState } from 'react';
import { needsPerson } from '../../../domain/submission-state.ts';
import { count } from '../../../messages/count.ts';
import { outboxText } from '../../../messages/outbox.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { GetHelp, SignIn } from '../../../ui/frame/get-help.tsx';
import { IconClock, IconWarning } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { sendsWhenClosed } from '../../../worker/sends-when-closed.ts';
import { type HoldNotice, holdNotice } from '../hold-text.ts';
import { dataPrice, type OutboxActions, type OutboxContext } from '../outbox-context.ts';
import { loadText } from '../submission/submission-text.ts';
import styles from './hold-strip.module.css';

export interface HoldStripProps {
  readonly store: Store;
  readonly waiting: number;
  readonly context: OutboxContext;
  readonly online: boolean;
  /** True if this build has a sign-in. */
  readonly hasSignIn: boolean;
  readonly sendNow: OutboxActions['sendNow'];
  readonly Link: LinkComponent;
}

type DetailsProps = Pick<HoldStripProps, 'store' | 'context' | 'Link'> &
  Readonly<{ id: string; words: HoldNotice | null }>;

/** Explains the wait, the next actor and time, and the number of waiting bytes with their approximate price. */
function Details({ id, words, store, context, Link }: DetailsProps) {
  const t = outboxText();
  const load = useStored(() => store.queries.waitingLoad(), [store]);
  return (
    <div className={styles['details']} id={id}>
      {words === null ? (
        <p>{sendsWhenClosed() ? t.waitsDetail : t.whileOpen}</p>
      ) : (
        <>
          <p>{words.text}</p>
          <p>{words.next}</p>
          {words.needs === 'signIn' ? <SignIn /> : null}
          {words.needs === undefined ? null : <GetHelp Link={Link} />}
          {sendsWhenClosed() ? null : <p>{t.whileOpen}</p>}
        </>
      )}
      {context.photos === 'go' ? null : <p>{t.photosWaitDetail}</p>}
      {load ? <p>{loadText(load.bytes, dataPrice(load))}</p> : null}
    </div>
  );
}

/**
 * One line about the waiting submissions: the reason if the whole outbox waits, and the button 'Send now'. 'Why?' shows
 * the details. They are open if a person must act.
 */
export function HoldStrip({
  store,
  waiting,
  context,
  online,
  hasSignIn,
  sendNow,
  Link,
}: HoldStripProps) {
  const t = outboxText();
  const { hold, now } = context;
  const [asked, setAsked] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const open = asked ?? (hold !== null && needsPerson(hold));
  const words = hold === null ? null : holdNotice(hold, { now, online, hasSignIn });

  async function send() {
    setBusy(true);
    await sendNow().catch(() => notify(t.notStarted, { kind: 'warning' }));
    setBusy(false);
  }

  return (
    <div className={classNames(styles['strip'], styles[words?.kind ?? 'info'])}>
      <div className={styles['line']}>
        {words === null ? <IconClock /> : <IconWarning />}
        <p className={styles['title']} role={words?.kind === 'error' ? 'alert' : 'status'}>
          {words?.title ?? count(t.waits, waiting)}
        </p>
        <button
          aria-controls={id}
          aria-expanded={open}
          className={styles['why']}
          onClick={() => setAsked(!open)}
          type="button"
        >
          {t.why}
        </button>
        <Button
          busy={busy}
          className={styles['send']}
          onClick={() => void send()}
          variant="primary"
        >
          {t.sendNow}
        </Button>
      </div>
      {open ? <Details context={context} id={id} Link={Link} store={store} words={words} /> : null}
    </div>
  );
}
