import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf } from '../../domain/forms/form-of.ts';
import type { ServerMessage, Submission } from '../../domain/submission-types.ts';
import { isAnythingConfirmed, isUnknownFormMessage } from '../../domain/unknown-form.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './outbox.module.css';
import { stepName } from './step-text.ts';

/** 'SIM card number' for `$.formData.simCardNumber`; undefined for a key that no field answers to. */
function fieldLabel(kind: FormKind, key: string): string | undefined {
  const form = formOf(kind);
  const name = fieldForServerKey(form, key);
  return form.sections.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label;
}

/** What helps where the server has lost the form itself: correcting what was typed does not. */
const unknownForm = {
  toSubmitAgain:
    'The server has lost this form’s number; nothing that was typed is at fault. Press ‘Correct’, then ‘Submit’: it gets a new number.',
  toTell:
    'The server took a part of this and has lost its form since. Everything is still on this phone. Tell support the form number below; do not delete it before they answer.',
};

function adviceFor(submission: Submission, message: ServerMessage): string | null {
  if (!isUnknownFormMessage(message)) return null;
  return isAnythingConfirmed(submission) ? unknownForm.toTell : unknownForm.toSubmitAgain;
}

/** The step that was refused, as the list of steps names it: 'ID document 2'. */
function refusedName({ steps }: Submission): string {
  const refused = steps.find(({ state }) => state.status === 'rejected');
  return refused === undefined ? 'Form' : stepName(refused, steps);
}

export interface RejectionProps {
  readonly submission: Submission;
  readonly message: ServerMessage;
}

/** What the server said, whole: heading, description, and each message by the name of its field. */
export function Rejection({ submission, message }: RejectionProps) {
  const advice = adviceFor(submission, message);
  const refused = refusedName(submission);
  const entries = Object.entries(message.modelState);
  return (
    <Banner kind="error" title={message.heading || 'The server refused it'}>
      <p>{message.description}</p>
      {entries.length === 0 && message.httpStatus >= 400 ? (
        <p>
          The server answered {message.httpStatus} to ‘{refused}’ and did not say what is wrong with
          it. Nothing is lost. Tell support that number, ‘{refused}’ and the form number below; when
          they have put it right, press ‘Correct’ and submit it again.
        </p>
      ) : null}
      {entries.length > 0 ? (
        <dl className={styles['said']}>
          {entries.map(([key, texts]) => {
            const label = fieldLabel(submission.kind, key);
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
      {advice === null ? null : <p>{advice}</p>}
    </Banner>
  );
}
