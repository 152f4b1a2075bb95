import type { Form } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { count } from '../../messages/count.ts';
import { formText } from '../../messages/form.ts';
import { messageText } from '../../messages/reasons.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { SaveState } from './autosave.ts';
import styles from './form-layout.module.css';
import { unmatchedTexts } from './server-messages.ts';

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
  const t = formText();
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

export function SaveNotice({ saving }: { readonly saving: SaveState }) {
  if (saving.status !== 'failed') return null;
  const t = formText();
  const isFull = saving.reason === 'quota';
  return (
    <Banner kind="error" title={isFull ? t.full : t.notSavedYet}>
      <p>{isFull ? t.fullDetail : t.notSavedYetDetail}</p>
    </Banner>
  );
}

function saveText(status: SaveState['status']): string | null {
  const t = formText();
  switch (status) {
    case 'saving':
      return t.saving;
    case 'saved':
      return t.saved;
    case 'failed':
      return t.notSaved;
    case 'untouched':
    case 'ended':
      return null;
  }
}

/** 'Saved' once the disk has everything. Not read out with each keystroke; a failure is, by its notice. */
export function SaveNote({
  saving,
  preparing,
}: {
  readonly saving: SaveState;
  /** How many files a press waits for. */
  readonly preparing: number;
}) {
  return (
    <p aria-live="off" className={styles['note']} role="status">
      {preparing > 0 ? count(formText().waitingForFiles, preparing) : saveText(saving.status)}
    </p>
  );
}

/** Another tab saved a newer state of this form. */
export function StaleNotice({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const t = formText();
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
