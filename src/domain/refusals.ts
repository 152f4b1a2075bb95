import { type FormKind, formKindRows } from './forms/form-kinds.ts';
import { fieldForServerKey, formOf } from './forms/form-of.ts';
import { sentFileBy } from './forms/sent-files.ts';
import { nextStep } from './submission-state.ts';
import type {
  LocalReason,
  RefusedFile,
  ServerMessage,
  Step,
  StepCall,
  Submission,
} from './submission-types.ts';

/** A message made on the phone instead of by the server. */
export const localMessage = (reason: LocalReason, httpStatus = 0): ServerMessage => ({
  heading: '',
  description: '',
  modelState: {},
  httpStatus,
  reason,
});

/*
 * A server that lost its forms (restored from a backup, replaced), or forgets those that wait too long, refuses formIds that it returned
 * before. Submitting again under the same formId would be refused for ever.
 */

/** How often a submission gets a new formId without a person. */
const MAX_RENUMBERINGS = 1;

/** The last segment of a server's key: `$.FormId`, `formId`, `form.formGuid`. */
const isFormKey = (key: string): boolean => /(?:^|\.)form(?:Id|Guid)$/i.test(key);

/** Words that name the form. 'information' and 'format' do not. */
const OF_THE_FORM = /\b(?:forms?|form ?(?:id|guid|number|identifier)|guid)\b/i;

/** The server may have the form already: a second one under another formId would be a second registration. */
const HAS_IT_ALREADY =
  /\b(?:already|registered|duplicate[ds]?|exists|twice|received|submitted|processed|completed?|captured|closed|locked|used|in use|taken|conflict)\b/i;

/**
 * Whether a refusal says that the server does not know the formId: by the key, in any spelling, or in words that name the form. Words by
 * which the server may have the form never count.
 */
export function isUnknownFormMessage(message: ServerMessage): boolean {
  const { description, heading, modelState, said = '' } = message;
  const keys = Object.keys(modelState);
  const texts = [heading, description, said, ...Object.values(modelState).flat()];
  if (texts.some((text) => HAS_IT_ALREADY.test(text))) return false;
  if (keys.some(isFormKey)) return true;
  // A message about anything else may speak of the form, too.
  const isOfTheWhole = keys.every((key) => key === '' || key === '$');
  return isOfTheWhole && texts.some((text) => OF_THE_FORM.test(text));
}

/** Whether the server confirmed anything under the formId. If so, the submission keeps it for life. A person's word does not count. */
export const isAnythingConfirmed = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(
    ({ content, state }) =>
      state.status === 'confirmed' && state.byHand !== true && content.call !== 'GetInfo',
  );

const isAnythingByHand = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(({ state }) => state.status === 'confirmed' && state.byHand === true);

/** Whether a refused formId may be replaced without asking a person. */
export const mayReplaceFormId = (submission: Submission): boolean =>
  !isAnythingConfirmed(submission) &&
  !isAnythingByHand(submission) &&
  (submission.renumberings ?? 0) < MAX_RENUMBERINGS;

/**
 * The meaning of 404 for a call, once GetInfo has shown that the backend answers. `replace`: the form is unknown. `ask`: only a person may
 * tell, because the server may have the form. `route`: the call itself is unknown.
 */
export function notFoundMeans(submission: Submission, step: Step): 'replace' | 'ask' | 'route' {
  if (isAnythingConfirmed(submission) || step.content.call === 'GetInfo') return 'route';
  if (isAnythingByHand(submission)) return 'ask';
  if (!mayReplaceFormId(submission)) return 'route';
  return step.doubted === true ? 'ask' : 'replace';
}

/** Whether a refusal gives the submission a fresh formId without asking a person. 404 comes here only where GetInfo was answered. */
export function getsFreshFormId(
  submission: Submission,
  step: Step,
  message: ServerMessage,
): boolean {
  if (message.httpStatus === 404) return notFoundMeans(submission, step) === 'replace';
  return isUnknownFormMessage(message) && mayReplaceFormId(submission);
}

/** The formId to submit again under: its own; null if the server does not know that one and confirmed nothing under it. */
function keptFormId(submission: Submission): Submission['formId'] {
  const isUnknown = submission.steps.some(
    ({ state }) =>
      state.status === 'rejected' &&
      (state.message.httpStatus === 404 || isUnknownFormMessage(state.message)),
  );
  return isUnknown && !isAnythingConfirmed(submission) ? null : submission.formId;
}

/**
 * The formId to submit under: its own, or one from the pool. Null if the server did not know its own: the server may have forgotten
 * those in the pool, too, so the plan asks for a new one.
 */
export const formIdToSubmit = (
  submission: Submission,
  pooled: Submission['formId'],
): Submission['formId'] => (submission.formId === null ? pooled : keptFormId(submission));

/** The file that the server refused; null where it refused something else, or where the file was never sent. */
export function refusedFileOf({ steps }: Pick<Submission, 'steps'>): RefusedFile | null {
  for (const { content, state } of steps) {
    if (state.status !== 'rejected' || !('attachmentId' in content)) continue;
    // HTTP status 0: this device made the message, as it could not read the file.
    if (state.message.httpStatus > 0)
      return { part: sentFileBy(content.call).kind, attachmentId: content.attachmentId };
  }
  return null;
}

/*
 * Some backends refuse a form that they have already. The browser repeats a POST by itself, so any form call that was sent may have
 * arrived before. Only a person can tell whether the server has it: 'Send the rest' counts the refused step as confirmed.
 */

const isFormCall = (call: StepCall): boolean => formKindRows.some((row) => row.call === call);

const lastSegment = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Whether the refusal names a field of the form, or the signature's file: the person can correct that. */
function isAboutContent(kind: FormKind, call: StepCall, message: ServerMessage): boolean {
  const keys = Object.keys(message.modelState);
  if (isFormCall(call))
    return keys.some((key) => fieldForServerKey(formOf(kind), key) !== undefined);
  const isOfFile = message.httpStatus === 413 || message.httpStatus === 415;
  return (
    isOfFile || keys.some((key) => /^(?:files?(?:\[\d*\])?|signature)$/i.test(lastSegment(key)))
  );
}

/** False for a document, if the server does not know the form, and if the phone itself made the message. */
const mayHaveForm = (call: StepCall, message: ServerMessage): boolean =>
  (isFormCall(call) || call === 'SaveSignature') &&
  message.httpStatus !== 0 &&
  !isUnknownFormMessage(message);

/** Whether 'Send the rest' is offered for the first refusal of this call. Not if it is about a field. */
export const maySendRest = (kind: FormKind, call: StepCall, message: ServerMessage): boolean =>
  mayHaveForm(call, message) && !isAboutContent(kind, call, message);

/**
 * The refused step that 'Send the rest' counts as confirmed. Returns null if the button is not offered. If an earlier try of the same
 * bytes got no answer, the button is offered for any words: the server may refuse its own copy by a field.
 */
export function stepToConfirmByHand(submission: Submission): Step | null {
  const step = nextStep(submission);
  if (submission.status !== 'rejected' || step?.state.status !== 'rejected') return null;
  const { message } = step.state;
  const { call } = step.content;
  const isOffered =
    step.doubted === true
      ? mayHaveForm(call, message)
      : maySendRest(submission.kind, call, message);
  return isOffered ? step : null;
}
