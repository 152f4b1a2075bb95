import type { Submission } from '../../domain/submission-types.ts';
import { Card } from '../../ui/card.tsx';
import { formatWhen, isTime } from '../../ui/when.ts';
import styles from './outbox.module.css';

/** What happened to it, newest first. */
export function SubmissionHistory({ history, maybeTwice }: Submission) {
  if (history.length === 0 && maybeTwice.length === 0) return null;
  return (
    <Card title="History">
      {maybeTwice.length > 0 ? (
        <p>
          {maybeTwice.length === 1 ? 'One file' : `${maybeTwice.length} files`} may be at the server
          twice: {maybeTwice.join(', ')}. The server gave no proof either way; tell support.
        </p>
      ) : null}
      <ol className={styles['history']} reversed>
        {history
          .slice()
          .reverse()
          .map(({ at, what }) => (
            <li key={`${at} ${what}`}>
              <time dateTime={isTime(at) ? new Date(at).toISOString() : undefined}>
                {formatWhen(at)}
              </time>
              {what}
            </li>
          ))}
      </ol>
    </Card>
  );
}
