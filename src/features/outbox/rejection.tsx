import type { FormKind } from '../../domain/forms/form.ts';
import { fieldForServerKey, formOf } from '../../domain/forms/form-of.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './outbox.module.css';

/** 'SIM card number' for `$.formData.simCardNumber`; undefined for a key that no field answers to. */
export function fieldLabel(kind: FormKind, key: string): string | undefined {
  const form = formOf(kind);
  const name = fieldForServerKey(form, key);
  return form.sections.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label;
}

export interface RejectionProps {
  readonly kind: FormKind;
  readonly message: ServerMessage;
}

/** What the server said, whole: heading, description, and each message by the name of its field. */
export function Rejection({ kind, message }: RejectionProps) {
  const entries = Object.entries(message.modelState);
  return (
    <Banner kind="error" title={message.heading || 'The server refused it'}>
      <p>{message.description}</p>
      {entries.length > 0 ? (
        <dl className={styles['said']}>
          {entries.map(([key, texts]) => {
            const label = fieldLabel(kind, key);
            return (
              <div key={key}>
                {label ? <dt>{label}</dt> : null}
                {texts.map((text) => (
                  <dd key={text}>{text}</dd>
                ))}
              </div>
            );
          })}
        </dl>
      ) : null}
    </Banner>
  );
}
