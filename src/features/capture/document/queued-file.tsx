import { documentsText } from '../../../messages/capture.ts';
import { format } from '../../../messages/text.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Progress } from '../../../ui/content/progress.tsx';
import { IconClose, IconError } from '../../../ui/frame/icons.tsx';
import styles from './document-capture.module.css';
import { canTryAgain, fileReasonText, type QueuedFile, useFileQueue } from './file-queue.ts';

const steps = { waiting: undefined, reading: 1, shrinking: 2, saving: 3 } as const;

/** A file that is not on the disk yet: its progress, or the reason why it could not be stored. */
export function QueuedFileRow({
  file: { name, state },
  leaveOut,
  leaveFocus,
  onRetry,
  onDismiss,
}: {
  readonly file: QueuedFile;
  /**
   * The button that dismisses the file: its text and its accessible name. If `also` is set, the button is also shown
   * while the file is prepared.
   */
  readonly leaveOut: Readonly<{ word: string; name: string; also?: 'whilePrepared' }>;
  /** Moves the focus to another control, because the pressed one goes. */
  readonly leaveFocus: () => void;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
}) {
  const t = documentsText();
  const press = (act: () => void) => () => {
    leaveFocus();
    act();
  };
  const leaving = (
    <Button
      aria-label={leaveOut.name}
      icon={<IconClose />}
      onClick={press(onDismiss)}
      variant="quiet"
    >
      {leaveOut.word}
    </Button>
  );
  if (state.status === 'failed') {
    return (
      <div className={styles['reason']}>
        <p className={styles['bad']}>
          <IconError />
          <span>{fileReasonText(name, state.reason)}</span>
        </p>
        <div className={styles['reasonActions']}>
          {canTryAgain(state.reason) ? (
            <Button aria-label={format(t.tryAgainToAdd, { name })} onClick={press(onRetry)}>
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
        label={
          <>
            <span className="visually-hidden">{name}: </span>
            {t.state[state.status]}
          </>
        }
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

export interface UnsavedFileProps {
  readonly store: FormStore;
  readonly fileKey: number;
}

/** A file that is not on the disk yet, shown in every section with its progress and a button to continue without it. */
export function UnsavedFile({ store, fileKey }: UnsavedFileProps) {
  const { queue, files } = useFileQueue(store);
  const file = files.find(({ key }) => key === fileKey);
  if (file === undefined) return null;
  const words = format(documentsText().goOnWithout, { name: file.name });
  return (
    <QueuedFileRow
      file={file}
      leaveFocus={() => document.querySelector<HTMLElement>('form h2')?.focus()}
      leaveOut={{ word: words, name: words, also: 'whilePrepared' }}
      onDismiss={() => queue.dismiss(fileKey)}
      onRetry={() => queue.retry(fileKey)}
    />
  );
}
