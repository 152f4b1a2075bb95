import { useState } from 'react';
import { submissionPath } from '../../pages.ts';
import type { Lost, Repair } from '../../sync/mirror/repair-need.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { RowBoundary } from './row-boundary.tsx';

const nameOf = ({ customerName }: Lost): string =>
  customerName === '' ? 'A submission without a readable name' : customerName;

function LostItem({ lost, Link }: { readonly lost: Lost; readonly Link: LinkComponent }) {
  if (lost.files.length === 0) {
    return (
      <li>
        {nameOf(lost)}: all of it. Capture this customer again. Its number was{' '}
        <code>{lost.id}</code>.
      </li>
    );
  }
  return (
    <li>
      <Link to={submissionPath(lost.id)}>{nameOf(lost)}</Link>: {lost.files.join(', ')}. Take{' '}
      {lost.files.length === 1 ? 'it' : 'them'} again before sending.
    </li>
  );
}

export interface RepairReportProps {
  readonly repair: Repair;
  readonly Link?: LinkComponent;
}

/** What the start found damaged or cleared: what was brought back, and by name what could not be. */
export function RepairReport({ repair, Link = PlainLink }: RepairReportProps) {
  const [read, setRead] = useState(false);
  const { lost, restored, wasWiped } = repair;
  if (read) return null;
  const close = <Button onClick={() => setRead(true)}>I have read this</Button>;
  if (lost.length === 0 && restored.length === 0)
    return wasWiped ? (
      <Banner actions={close} kind="warning" title="The browser cleared Veld’s storage">
        The list of what was sent and the settings are gone. No second copy of anything unsent was
        there to bring back. If you remember a customer who is not in the outbox and was not sent,
        capture them again.
      </Banner>
    ) : null;
  return (
    <>
      {restored.length > 0 ? (
        <Banner
          actions={lost.length > 0 ? undefined : close}
          kind="success"
          title="Storage repaired"
        >
          The browser had lost {restored.length === 1 ? 'a submission' : 'submissions'} and Veld
          restored {restored.length} from the second copy. Nothing is sent twice.
        </Banner>
      ) : null}
      {lost.length > 0 ? (
        <Banner actions={close} kind="error" title="Some things could not be repaired">
          <p>The phone’s storage was damaged. Everything else is safe. These are lost:</p>
          <ul>
            {lost.map((one) => (
              <RowBoundary
                key={one.id}
                otherwise={
                  <li>
                    An entry that cannot be shown: <code>{one.id}</code>.
                  </li>
                }
              >
                <LostItem Link={Link} lost={one} />
              </RowBoundary>
            ))}
          </ul>
        </Banner>
      ) : null}
    </>
  );
}
