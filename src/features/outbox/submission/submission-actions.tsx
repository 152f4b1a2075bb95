import { type ReactNode, useState } from 'react';
import type { SubmissionId } from '../../../domain/ids.ts';
import { stepToConfirmByHand } from '../../../domain/refusals.ts';
import { canReturnToDraft } from '../../../domain/submission-state.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { submissionText } from '../../../messages/submission.ts';
import { formPath } from '../../../paths/page-paths.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { ButtonRow, List } from '../../../ui/content/list.tsx';
import { IconPencil, IconSend } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { IconPlus, IconTrash } from '../../../ui/frame/more-icons.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import styles from '../outbox.module.css';
import { askToSendRest, type OutboxActions } from '../outbox-context.ts';
import { customerOf } from '../recent-customers.ts';

export interface SubmissionActionsProps {
  readonly submission: Submission;
  /** True while a call of this submission is running. Then there is no button 'Send now'. */
  readonly isSending: boolean;
  readonly actions: OutboxActions;
  readonly Link: LinkComponent;
  readonly onCorrect: (id: SubmissionId) => void;
  readonly onDraft: (submission: Submission) => void;
  readonly onNextSim: (submission: Submission) => void;
  readonly onDelete: () => void;
  /** Between the main action and the rows. */
  readonly children?: ReactNode;
}

/** A delivery deletes the customer's data from the disk, but this page remembers it for a while. */
const knowsCustomer = ({ id, status }: Submission): boolean =>
  status !== 'delivered' || customerOf(id) !== undefined;

export function SubmissionActions({
  submission,
  isSending,
  actions,
  Link,
  onCorrect,
  onDraft,
  onNextSim,
  onDelete,
  children,
}: SubmissionActionsProps) {
  const t = submissionText();
  const shared = outboxText();
  const [busy, setBusy] = useState<'send' | 'rest' | 'draft' | null>(null);
  const { id, status } = submission;

  async function run(what: 'send' | 'rest' | 'draft', work: () => Promise<unknown>) {
    setBusy(what);
    await work().catch(() => {
      notify(t.failed, { kind: 'warning' });
    });
    setBusy(null);
  }

  async function takeBack() {
    if (await actions.backToDraft(id)) onDraft(submission);
    else {
      notify(t.onItsWay, { kind: 'warning' });
    }
  }

  return (
    <>
      <div className={styles['actions']}>
        {status === 'draft' ? (
          <Link className={buttonClass('primary', true)} to={formPath(submission)}>
            <IconPencil />
            {shared.continue}
          </Link>
        ) : null}
        {status === 'rejected' ? (
          <Button block icon={<IconPencil />} onClick={() => onCorrect(id)} variant="primary">
            {shared.correct}
          </Button>
        ) : null}
        {stepToConfirmByHand(submission) === null ? null : (
          <>
            <p>{shared.mayHaveIt}</p>
            <Button
              block
              busy={busy === 'rest'}
              icon={<IconSend />}
              onClick={() => void run('rest', () => askToSendRest(actions.sendRest, id))}
            >
              {shared.sendRest}
            </Button>
          </>
        )}
        {status === 'queued' && !isSending ? (
          <Button
            block
            busy={busy === 'send'}
            icon={<IconSend />}
            onClick={() => void run('send', () => actions.sendNow(id))}
            variant="primary"
          >
            {shared.sendNow}
          </Button>
        ) : null}
      </div>
      {children}
      <List>
        {status !== 'draft' && knowsCustomer(submission) ? (
          <ButtonRow
            icon={<IconPlus />}
            onClick={() => onNextSim(submission)}
            title={t.anotherSim}
          />
        ) : null}
        {canReturnToDraft(submission) ? (
          <ButtonRow
            icon={<IconPencil />}
            isBusy={busy === 'draft'}
            onClick={() => void run('draft', takeBack)}
            title={t.backToDraft}
          />
        ) : null}
        <ButtonRow icon={<IconTrash />} onClick={onDelete} title={shared.delete} />
      </List>
    </>
  );
}
