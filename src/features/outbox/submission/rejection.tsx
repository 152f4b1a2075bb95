import { allFields } from '../../../domain/forms/form.ts';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf, labelName } from '../../../domain/forms/form-of.ts';
import type { ServerMessage, Submission } from '../../../domain/submission-types.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { messageText } from '../../../messages/reasons.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';
import { Banner } from '../../../ui/frame/banner.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { stepName } from './submission-text.ts';

/** 'SIM card number' for `$.formData.simCardNumber`. Undefined if the key belongs to no field. */
function fieldLabel(kind: FormKind, key: string): string | undefined {
  const form = formOf(kind);
  const name = fieldForServerKey(form, key);
  const field = allFields(form).find((each) => each.name === name);
  return field && fieldsText().label[labelName(field, {})];
}

/** The name of the refused step, as in the list of steps: 'ID document 2'. */
function refusedName({ steps }: Submission): string {
  const refused = steps.find(({ state }) => state.status === 'rejected');
  return refused === undefined ? submissionText().form : stepName(refused, steps);
}

/** The status, the call and the request id. With these, the operator finds the answer in the server's log. */
function supportText({ httpStatus, support }: ServerMessage): string | null {
  if (support === undefined) return null;
  const t = submissionText();
  const { call, requestId: id } = support;
  const text = id === '' ? t.forOperator : t.forOperatorWithId;
  return format(text, { status: httpStatus, call, id });
}

export interface RejectionProps {
  readonly submission: Submission;
  readonly message: ServerMessage;
  readonly Link: LinkComponent;
}

/**
 * The server's answer: its heading, its description and the field names. Renders nothing if the status line already
 * contains everything.
 */
export function Rejection({ submission, message, Link }: RejectionProps) {
  const t = submissionText();
  const refused = refusedName(submission);
  const support = supportText(message);
  const { heading, description } = messageText(message);
  const keys = Object.keys(message.modelState);
  const saysNothing = keys.length === 0 && message.httpStatus >= 400 && message.said === undefined;
  const needsHelp = saysNothing || message.support !== undefined;
  const isSaid = keys.length === 0 && message.reason === undefined;
  const labels = keys.flatMap((key) => fieldLabel(submission.kind, key) ?? []);
  if (isSaid && !needsHelp) return null;
  return (
    <Banner
      actions={needsHelp ? <GetHelp Link={Link} /> : undefined}
      kind="error"
      title={isSaid ? t.refused : heading || t.refused}
    >
      {isSaid ? null : <p>{description}</p>}
      {saysNothing ? (
        <p>{format(t.refusedWithoutText, { status: message.httpStatus, step: refused })}</p>
      ) : null}
      {labels.length > 0 ? <p>{format(t.refusedFields, { fields: labels.join(', ') })}</p> : null}
      {support === null ? null : <p>{support}</p>}
    </Banner>
  );
}
