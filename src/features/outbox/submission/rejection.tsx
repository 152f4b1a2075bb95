import { allFields } from '../../../domain/forms/form.ts';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf, labelName } from '../../../domain/forms/form-of.ts';
import { referenceOf } from '../../../domain/reference.ts';
import type { ServerMessage, Submission } from '../../../domain/submission-types.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { messageText } from '../../../messages/reasons.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { Banner } from '../../../ui/frame/banner.tsx';
import { stepName } from './submission-text.ts';

/** 'SIM card number' for `$.formData.simCardNumber`. Undefined if the key belongs to no field. */
function fieldLabel(kind: FormKind, key: string): string | undefined {
  const form = formOf(kind);
  const name = fieldForServerKey(form, key);
  const field = allFields(form).find((each) => each.name === name);
  return field && fieldsText().label[labelName(field, {})];
}

/** The facts by which the operator finds the answer in the server's log. */
export function supportFacts(
  submission: Submission,
  message: ServerMessage | null,
): readonly (readonly [name: string, value: string])[] {
  const t = submissionText();
  const { formId, steps } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  const refused = steps.find(({ state }) => state.status === 'rejected');
  const { call = '', requestId = '' } = message?.support ?? {};
  const answer =
    message === null || refused === undefined
      ? ''
      : format(t.answer, { status: message.httpStatus, call: call || stepName(refused, steps) });
  return (
    [
      [t.reference, reference ?? ''],
      [t.formNumber, formId ?? ''],
      [t.serverAnswer, answer],
      [t.requestId, requestId],
    ] as const
  ).filter(([, value]) => value !== '');
}

export interface RejectionProps {
  readonly submission: Submission;
  readonly message: ServerMessage;
}

/** The message about the whole form and the names of the refused fields, which the status line leaves out. */
export function Rejection({ submission, message }: RejectionProps) {
  const t = submissionText();
  const { heading, description } = messageText(message);
  const keys = Object.keys(message.modelState);
  const labels = keys.flatMap((key) => fieldLabel(submission.kind, key) ?? []);
  return (
    <>
      {message.reason === undefined ? null : (
        <Banner kind="error" title={heading || t.refused}>
          {description}
        </Banner>
      )}
      {keys.length > 0 && message.reason === undefined ? <p>{description}</p> : null}
      {labels.length > 0 ? <p>{format(t.refusedFields, { fields: labels.join(', ') })}</p> : null}
    </>
  );
}
