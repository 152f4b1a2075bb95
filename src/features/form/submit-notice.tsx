import type { SubmitResult } from '../../sync/submit/submit.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-layout.module.css';

/** Why 'Submit' did not happen; `failed` where nobody foresaw it. */
export type SubmitReason =
  | Extract<SubmitResult, { status: 'unreadable' | 'notSaved' }>
  | Readonly<{ status: 'failed' }>;

export function SubmitNotice({ trouble }: { readonly trouble: SubmitReason }) {
  if (trouble.status === 'unreadable')
    return (
      <Banner kind="error" title="NOT saved for sending: files must be taken again">
        <p>
          This device can no longer read these files. Remove each of them under Documents and add it
          again. Everything else is safe.
        </p>
        <ul className={styles['texts']}>
          {trouble.files.map(({ id, kind, originalName }) => (
            <li key={id}>
              {kind === 'signature' ? 'The signature: ask for a new one' : originalName}
            </li>
          ))}
        </ul>
      </Banner>
    );
  const isFull = trouble.status === 'notSaved' && trouble.reason === 'quota';
  return (
    <Banner
      kind="error"
      title={isFull ? 'NOT saved for sending: this device is full' : 'NOT saved for sending'}
    >
      <p>
        {isFull
          ? "The form is safe as a draft. Free at least 50 MB (photos, videos, apps), then press 'Submit' again."
          : "The form is safe as a draft. Press 'Submit' again in a moment."}
      </p>
    </Banner>
  );
}
