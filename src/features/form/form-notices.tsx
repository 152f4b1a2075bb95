import type { Form } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { formNoticesText } from '../../messages/form-notices.ts';
import { messageText } from '../../messages/reasons.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { SaveState } from './autosave.ts';
import styles from './form-later.module.css';
import { unmatchedTexts } from './server-messages.ts';

type FailedSave = Extract<SaveState, { status: 'failed' }>;

/** What the server said of the last try, while it is being corrected. */
export function ServerNotice({
  form,
  values,
  message,
  isShownBelow,
}: {
  readonly form: Form;
  readonly values: Values;
  readonly message: ServerMessage;
  /** The section shows the file that all of this is about, with these words. */
  readonly isShownBelow: boolean;
}) {
  const t = formNoticesText();
  const { heading, description } = messageText(message);
  if (isShownBelow) return <Banner kind="error" title={heading || t.fileRefused} />;
  const texts = unmatchedTexts(form, values, message);
  return (
    <Banner kind="error" title={heading || t.formRefused}>
      <p>{description}</p>
      {texts.length > 0 ? (
        <ul className={styles['texts']}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}

/** What was typed is not on the disk. */
export function SaveNotice({ reason }: Pick<FailedSave, 'reason'>) {
  const t = formNoticesText();
  const isFull = reason === 'quota';
  return (
    <Banner kind="error" title={isFull ? t.full : t.notSavedYet}>
      <p>{isFull ? t.fullDetail : t.notSavedYetDetail}</p>
    </Banner>
  );
}

/** Another tab saved a newer state of this form. */
export function StaleNotice({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const t = formNoticesText();
  return (
    <Banner
      actions={<Button onClick={onTakeOver}>{t.takeOver}</Button>}
      kind="warning"
      title={t.stale}
    >
      <p>{t.staleDetail}</p>
    </Banner>
  );
}
