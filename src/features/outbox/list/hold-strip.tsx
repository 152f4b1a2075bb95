import { useId, useState } from 'react';
import { needsPerson } from '../../../domain/submission-state.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { HOLD_FRAGMENT } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { GetHelp, SignIn } from '../../../ui/frame/get-help.tsx';
import { IconClock, IconWarning } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { type HoldNotice, holdNotice, restNotice } from '../hold-text.ts';
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

type DetailsProps = Pick<HoldStripProps, 'store' | 'Link'> &
  Readonly<{ id: string; words: HoldNotice }>;

/** The explanation of the wait. Its last line is the size of what waits, with the approximate price. */
function Details({ id, words, store, Link }: DetailsProps) {
  const load = useStored(() => store.queries.waitingLoad(), [store]);
  return (
    <div className={styles['details']} id={id}>
      <p>{words.text}</p>
      {words.needs === 'signIn' ? <SignIn /> : null}
      {words.needs === undefined ? null : <GetHelp Link={Link} />}
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
  const { hold, needsUnlock, now, photos } = context;
  const [asked, setAsked] = useState<boolean | null>(() =>
    globalThis.location?.hash === `#${HOLD_FRAGMENT}` ? true : null,
  );
  const [busy, setBusy] = useState(false);
  const id = useId();
  const open = asked ?? (hold !== null && needsPerson(hold));
  const words =
    hold === null
      ? restNotice(waiting, { photosWait: photos !== 'go', needsUnlock })
      : holdNotice(hold, { now, online, hasSignIn, needsUnlock });

  async function send() {
    setBusy(true);
    await sendNow().catch(() => notify(t.notStarted, { kind: 'warning' }));
    setBusy(false);
  }

  return (
    <div className={classNames(styles['strip'], styles[words.kind])} id={HOLD_FRAGMENT}>
      <div className={styles['line']}>
        {words.kind === 'info' ? <IconClock /> : <IconWarning />}
        <p className={styles['title']} role={words.kind === 'error' ? 'alert' : 'status'}>
          {words.title}
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
        <Button busy={busy} className={styles['send']} onClick={() => void send()} variant="quiet">
          {t.sendNow}
        </Button>
      </div>
      {open ? <Details id={id} Link={Link} store={store} words={words} /> : null}
    </div>
  );
}
