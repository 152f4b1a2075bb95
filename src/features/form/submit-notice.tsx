import { formLaterText } from '../../messages/form-later.ts';
import type { SubmitResult } from '../../sync/submit/submit.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-later.module.css';

/** Why 'Submit' did not happen; `failed` where nobody foresaw it. */
export type SubmitReason =
  | Extract<SubmitResult, { status: 'unreadable' | 'notSaved' }>
  | Readonly<{ status: 'failed' }>;

export function SubmitNotice({ trouble }: { readonly trouble: SubmitReason }) {
  const t = formLaterText();
  if (trouble.status === 'unreadable')
    return (
      <Banner kind="error" title={t.unreadable}>
        <p>{t.unreadableDetail}</p>
        <ul className={styles['texts']}>
          {trouble.files.map(({ id, kind, originalName }) => (
            <li key={id}>{kind === 'signature' ? t.unreadableSignature : originalName}</li>
          ))}
        </ul>
      </Banner>
    );
  const isFull = trouble.status === 'notSaved' && trouble.reason === 'quota';
  return (
    <Banner kind="error" title={isFull ? t.full : t.notSaved}>
      <p>{isFull ? t.fullDetail : t.notSavedDetail}</p>
    </Banner>
  );
}
