import type { Step, Submission } from '../../domain/submission-types.ts';
import { say } from '../../messages/say.ts';
import { submissionText } from '../../messages/submission.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconCheck, IconClock, IconError, IconSend } from '../../ui/icons.tsx';
import { Progress } from '../../ui/progress.tsx';
import styles from './outbox.module.css';
import { byteProgress, stepName, stepStateText } from './step-text.ts';

function Mark({ status }: { readonly status: Step['state']['status'] }) {
  switch (status) {
    case 'confirmed':
      return <IconCheck />;
    case 'rejected':
      return <IconError />;
    case 'inFlight':
      return <IconSend />;
    case 'pending':
    case 'inDoubt':
      return <IconClock />;
  }
}

export interface SubmissionStepsProps {
  readonly submission: Submission;
  readonly drainLive: boolean;
}

/** Each call of a submission, in order, with its state in words; and how far the files are. */
export function SubmissionSteps({ submission, drainLive }: SubmissionStepsProps) {
  const { steps } = submission;
  if (steps.length === 0) return null;
  const t = submissionText();
  const bytes = byteProgress(steps);
  const done = steps.filter(({ state }) => state.status === 'confirmed').length;
  const finished = submission.status === 'delivered';
  return (
    <Card title={finished ? t.steps : say(t.stepsDone, { done, total: steps.length })}>
      <ol className={styles['steps']}>
        {steps.map((step) => (
          <li className={styles['step']} key={step.id}>
            <span>{stepName(step, steps)}</span>
            <span
              className={classNames(
                styles['mark'],
                step.state.status === 'confirmed' && styles['done'],
                step.state.status === 'rejected' && styles['bad'],
              )}
            >
              <Mark status={step.state.status} />
              {stepStateText(step, drainLive)}
            </span>
          </li>
        ))}
      </ol>
      {bytes.total > 0 && !finished ? (
        <Progress label={t.files} max={bytes.total} unit="bytes" value={bytes.done} />
      ) : null}
    </Card>
  );
}
