import { useState } from 'react';
import type { Stop } from '../../../domain/announced.ts';
import { count } from '../../../messages/count.ts';
import { policyText } from '../../../messages/day.ts';
import { formatSoon } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { holdText } from '../../../messages/submission.ts';
import { format, sentences } from '../../../messages/text.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { GetHelp, isReachable } from '../../../ui/frame/get-help.tsx';
import { type LinkComponent, PlainLink } from '../../../ui/frame/link.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { ContinueList } from './continue-list.tsx';

/** Why no new form may begin, as title and sentences. @param others the waiting forms of other agents */
export function stopText(stop: Stop, others = 0): Readonly<{ title: string; detail: string }> {
  const t = policyText();
  const andOthers = others > 0 ? count(t.others, others) : null;
  switch (stop.why) {
    case 'revoked':
      return {
        title: t.stopped,
        detail: sentences(t.stoppedDetail, isReachable ? t.callSupport : holdText().tellOperator),
      };
    case 'count':
      return {
        title: t.sendFirst,
        detail: sentences(count(t.tooMany, stop.unsent, { limit: `${stop.limit}` }), andOthers),
      };
    case 'age':
      return {
        title: t.sendFirst,
        detail: sentences(
          format(t.tooOld, { when: formatSoon(stop.since, Date.now()) }),
          andOthers,
        ),
      };
  }
}

type Waiting = Readonly<{ all: number; own: number; ownOldestAt: number | null }>;

/** The waiting forms of other agents. 0 if the agent's own form is the one that waits too long. */
export const othersWaiting = (stop: Stop, { all, own, ownOldestAt }: Waiting): number =>
  stop.why === 'age' && stop.since === ownOldestAt ? 0 : all - own;

/** Reads how many forms wait. Undefined until the database has answered. */
function useWaiting({ queries }: Store): Waiting | undefined {
  const all = useStored(() => queries.counts(), [queries])?.queued;
  const own = useStored(() => queries.countsForAgent(), [queries])?.queued;
  const checks = useStored(() => queries.readinessChecks(), [queries]);
  if (all === undefined || own === undefined || checks === undefined) return undefined;
  return { all, own, ownOldestAt: checks.oldestUnsentAt };
}

export interface SendFirstProps {
  readonly stop: Stop;
  readonly store: Store;
  readonly sendNow: () => Promise<void>;
  readonly Link?: LinkComponent;
}

/** Shown instead of a new form while the operator's limits allow none. Drafts go on from here. */
export function SendFirst({ stop, store, sendNow, Link = PlainLink }: SendFirstProps) {
  const t = policyText();
  const [busy, setBusy] = useState(false);
  const waiting = useWaiting(store);
  const { title, detail } = stopText(stop, waiting && othersWaiting(stop, waiting));
  const isRevoked = stop.why === 'revoked';

  async function send() {
    setBusy(true);
    await sendNow().catch(() => notify(outboxText().notStarted, { kind: 'warning' }));
    setBusy(false);
  }

  return (
    <Page isNarrow>
      <div role="status">
        <h2>{title}</h2>
        <p>{detail}</p>
      </div>
      {isRevoked ? (
        <GetHelp Link={Link} />
      ) : (
        <Button block busy={busy} onClick={() => void send()} variant="primary">
          {outboxText().sendNow}
        </Button>
      )}
      <Link className={buttonClass('secondary', true)} to={OUTBOX_PATH}>
        {t.openOutbox}
      </Link>
      <ContinueList Link={Link} store={store} />
    </Page>
  );
}
