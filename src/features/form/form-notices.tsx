import type { Form } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
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
  const { heading, description } = messageText(message);
  if (isShownBelow) return <Banner kind="error" title={heading || 'A file was not accepted'} />;
  const texts = unmatchedTexts(form, values, message);
  return (
    <Banner kind="error" title={heading || 'This form was not accepted'}>
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

const failures = {
  quota: {
    title: 'Not saved: this device is full',
    text: 'What you typed is still on this screen, so leave it open. Free at least 50 MB (photos, videos, apps); then it is saved by itself.',
  },
  closed: {
    title: 'Not saved yet',
    text: 'What you typed is still on this screen, so leave it open. It is tried again by itself every few seconds.',
  },
} as const;

export function SaveNotice({ saving }: { readonly saving: SaveState }) {
  if (saving.status !== 'failed') return null;
  const { title, text } = failures[saving.reason];
  return (
    <Banner kind="error" title={title}>
      <p>{text}</p>
    </Banner>
  );
}

const words: Partial<Record<SaveState['status'], string>> = {
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
};

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
      {preparing > 0
        ? `Waiting for ${preparing === 1 ? '1 file' : `${preparing} files`}…`
        : words[saving.status]}
    </p>
  );
}

/** Another tab saved a newer state of this form. */
export function StaleNotice({ onTakeOver }: { readonly onTakeOver: () => void }) {
  return (
    <Banner
      actions={<Button onClick={onTakeOver}>Take over here</Button>}
      kind="warning"
      title="Open in another tab"
    >
      <p>
        This form was changed in another tab or window. So that the two do not overwrite each other,
        it can only be read here.
      </p>
    </Banner>
  );
}
