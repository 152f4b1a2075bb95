import { type ReactNode, useState } from 'react';
import { customerName, customerPhone } from '../../../domain/forms/customer.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { submissionText } from '../../../messages/submission.ts';
import type { Store } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { type LinkComponent, PlainLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Page } from '../../../ui/page.tsx';
import { NotHere } from '../not-here.tsx';
import type { OddActions } from '../odd-buttons.tsx';
import { OddPage } from '../odd-entry.tsx';
import { useOutboxContext } from '../outbox-context.ts';
import { customerOf } from '../recent-customers.ts';
import { RowBoundary } from '../row-boundary.tsx';
import { CapturedView, type CapturedViewProps, type Remembered } from './captured-view.tsx';

export interface CapturedScreenProps {
  readonly store: Store;
  readonly id: SubmissionId;
  readonly online: boolean;
  readonly onNextCustomer: (kind: Submission['kind']) => void;
  /** Opens a new draft with this customer's data. */
  readonly onAnotherSim: (id: SubmissionId) => void;
  /** Opens the form at what was refused. */
  readonly onCorrect: (id: SubmissionId) => void;
  readonly onDeleted: () => void;
  readonly odd: OddActions;
  /** Below everything else. */
  readonly notice?: ReactNode;
  readonly Link?: LinkComponent;
}

/** Another SIM starts with what is stored of the customer, or remembered since. */
const canGoOn = ({ kind, status }: Submission, isRemembered: boolean): boolean =>
  kind === 'registration' && (status === 'delivered' ? isRemembered : status !== 'draft');

function rememberedOf(submission: Submission, seen: string): Remembered {
  const values = customerOf(submission.id)?.values;
  return {
    name: values === undefined ? seen : customerName(values),
    phone: values === undefined ? '' : customerPhone(values),
    canGoOn: canGoOn(submission, values !== undefined),
  };
}

type PresentProps = Omit<CapturedViewProps, 'remembered'>;

function Present({ submission, ...rest }: PresentProps) {
  // A delivery takes the name from the disk while the customer still stands there.
  const [seen, setSeen] = useState('');
  const name = submission.personal?.customerName ?? seen;
  if (name !== seen) setSeen(name);
  return (
    <CapturedView {...rest} remembered={rememberedOf(submission, name)} submission={submission} />
  );
}

/** The screen after Submit. */
export function CapturedScreen({
  store,
  id,
  online,
  onNextCustomer,
  onAnotherSim,
  onCorrect,
  onDeleted,
  odd,
  notice,
  Link = PlainLink,
}: CapturedScreenProps) {
  const context = useOutboxContext(store);
  const found = useStored(() => store.queries.submission(id), [store, id]);
  if (found === undefined)
    return (
      <Page>
        <Skeleton label={submissionText().reading} lines={6} />
      </Page>
    );
  if (found === null) return <NotHere Link={Link} />;
  const { submission } = found;
  const oddPage = <OddPage {...odd} id={id} keyLost={found.keyLost} onDeleted={onDeleted} />;
  if (submission === null) return oddPage;
  return (
    <RowBoundary otherwise={oddPage}>
      <Present
        context={context}
        Link={Link}
        notice={notice}
        onAnotherSim={() => onAnotherSim(id)}
        onCorrect={() => onCorrect(id)}
        onNextCustomer={() => onNextCustomer(submission.kind)}
        online={online}
        submission={submission}
      />
    </RowBoundary>
  );
}
