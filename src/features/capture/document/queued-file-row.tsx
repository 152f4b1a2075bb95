import { documentsText } from '../../../messages/documents.ts';
import { say } from '../../../messages/say.ts';
import { Button } from '../../../ui/button.tsx';
import { IconError } from '../../../ui/icons.tsx';
import { IconClose } from '../../../ui/more-icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './document-capture.module.css';
import type { QueuedFile } from './file-queue.ts';
import { canTryAgain, fileReasonText } from './file-text.ts';

const steps = { waiting: undefined, reading: 1, shrinking: 2, saving: 3 } as const;

/** A file that is not on the disk yet: its progress, or why it could not be stored. */
export function QueuedFileRow({
  file: { name, state },
  leaveOut,
  onRetry,
  onDismiss,
}: {
  readonly file: QueuedFile;
  /** The button that dismisses the file: its text and its accessible name. `also`: shown while the file is prepared, too. */
  readonly leaveOut: Readonly<{ word: string; name: string; also?: 'whilePrepared' }>;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}) {
  const t = documentsText();
  const leaving = (
    <Button aria-label={leaveOut.name} icon={<IconClose />} onClick={onDismiss} variant="quiet">
      {leaveOut.word}
    </Button>
  );
  if (state.status === 'failed') {
    return (
      <div className={styles['reason']}>
        <p>
          <IconError />
          <span>{fileReasonText(name, state.reason)}</span>
        </p>
        <div className={styles['reasonActions']}>
          {canTryAgain(state.reason) ? (
            <Button aria-label={say(t.tryAgainToAdd, { name })} onClick={onRetry}>
              {t.tryAgain}
            </Button>
          ) : null}
          {leaving}
        </div>
      </div>
    );
  }
  return (
    <>
      <Progress
        label={say(t.state[state.status], { name })}
        max={3}
        unit="steps"
        value={steps[state.status]}
      />
      {leaveOut.also && state.status !== 'saving' ? (
        <div className={styles['reasonActions']}>{leaving}</div>
      ) : null}
    </>
  );
}
