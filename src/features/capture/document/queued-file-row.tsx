import { Button } from '../../../ui/button.tsx';
import { IconError } from '../../../ui/icons.tsx';
import { IconClose } from '../../../ui/more-icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './document-capture.module.css';
import type { QueuedFile } from './file-queue.ts';
import { canTryAgain, fileReasonText } from './file-text.ts';

const steps = {
  waiting: { words: 'waiting', value: undefined },
  reading: { words: 'reading', value: 1 },
  shrinking: { words: 'making smaller', value: 2 },
  saving: { words: 'saving', value: 3 },
} as const;

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
            <Button aria-label={`Try again to add ${name}`} onClick={onRetry}>
              Try again
            </Button>
          ) : null}
          {leaving}
        </div>
      </div>
    );
  }
  const { words, value } = steps[state.status];
  return (
    <>
      <Progress label={`${name}: ${words}`} max={3} unit="steps" value={value} />
      {leaveOut.also && state.status !== 'saving' ? (
        <div className={styles['reasonActions']}>{leaving}</div>
      ) : null}
    </>
  );
}
