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
 * A server may lose forms (after a restore from a backup), or delete forms that wait too long. Then it refuses formIds that it returned
 * before. It would refuse every new try under such a formId.
 */

/** How often a submission gets a new formId without asking a person. */
const MAX_RENUMBERINGS = 1;

const isFormCall = (call: StepCall): boolean => formKindRows.some((row) => row.call === call);

/** True if the last segment of the server's key names the formId: `$.FormId`, `formId`, `form.formGuid`. */
const isFormKey = (key: string): boolean => /(?:^|\.)form(?:Id|Guid)$/i.test(key);

/** Words that name the form. 'information' and 'format' do not. */
const OF_THE_FORM = /\b(?:forms?|form ?(?:id|guid|number|identifier)|guid)\b/i;

/** Words that say that the server has the form. A new formId would then make a second registration. */
const HAS_IT_ALREADY =
  /\b(?:already|registered|duplicate[ds]?|exists|twice|received|submitted|processed|completed?|captured|closed|locked|used|in use|taken|conflict)\b/i;

/** Words that say that the server may have the form, unless others say that it does not know the form. */
const MAY_HAVE_IT =
  /\b(?:unique|resubmit(?:ted)?|earlier|previously|(?:was|were|been|is) (?:accepted|approved|activated|saved|recorded|changed|modified)|be (?:changed|modified|edited)|finali[sz]ed|consumed|not (?:open|editable)|no longer (?:open|editable)|on file|read[- ]only|(?:another|other|different) form)\b/i;

/** Words that say that the server does not have the form, or the document. */
const IS_UNKNOWN =
  /\b(?:unknown|unrecogni[sz]ed|expired|not (?:be )?(?:known|found|recogni[sz]ed|exist)|\w+n['’]t (?:know|find|exist|recogni[sz]e)|no such|no longer (?:known|here|there|exists?))\b/i;

const textsOf = ({ description, heading, modelState, said = '' }: ServerMessage) =>
  [heading, description, said, ...Object.values(modelState).flat()].filter((text) => text !== '');

/** True if a refused removal says no words, or that the document is unknown. */
export function saysDocumentIsGone(message: ServerMessage): boolean {
  const texts = textsOf(message);
  return texts.length === 0 || texts.some((text) => IS_UNKNOWN.test(text));
}

/**
 * How a refusal names the form. `unknown`: the server does not have it. `key`, `words`: the refusal names the form only. `no`: the
 * refusal is about something else, or it says that the server may have the form.
 */
function formIn(message: ServerMessage): 'unknown' | 'key' | 'words' | 'no' {
  const keys = Object.keys(message.modelState);
  const texts = textsOf(message);
  const isUnknown = texts.some((text) => IS_UNKNOWN.test(text));
  if (texts.some((text) => HAS_IT_ALREADY.test(text))) return 'no';
  if (!isUnknown && texts.some((text) => MAY_HAVE_IT.test(text))) return 'no';
  const hasKey = keys.some(isFormKey);
  // A message about another field may also contain the word 'form'.
  const isOfTheWhole = keys.every((key) => key === '' || key === '$');
  if (!hasKey && !(isOfTheWhole && texts.some((text) => OF_THE_FORM.test(text)))) return 'no';
  if (isUnknown) return 'unknown';
  return hasKey ? 'key' : 'words';
}

type Attempted = Pick<Step, 'doubted'>;

/**
 * True if the server may have the form: an earlier attempt got no answer, or 409 without words that say more. Then only a person can
 * decide.
 */
const mayHaveArrived = ({ doubted }: Attempted, message: ServerMessage): boolean =>
  doubted === true || (message.httpStatus === 409 && formIn(message) !== 'unknown');

/** True if the form's call stays in doubt at the next Submit: an attempt got no answer, and no refusal says that the form is unknown. */
export const staysInDoubt = ({ content, doubted, state }: Step): boolean =>
  doubted === true &&
  isFormCall(content.call) &&
  state.status === 'rejected' &&
  ['key', 'words'].includes(formIn(state.message));

/** True if a refusal says that the server does not know the formId, by a key of the form or in words. */
export function saysFormIsUnknown(step: Attempted, message: ServerMessage): boolean {
  const form = formIn(message);
  return (form === 'unknown' || form === 'key') && !mayHaveArrived(step, message);
}

/**
 * True if a refusal says that the server does not know the formId. Also true if it refuses the form's call, and its words only name the
 * form.
 */
export const mayNotKnowForm = (
  call: StepCall,
  message: ServerMessage,
  step: Attempted = {},
): boolean =>
  saysFormIsUnknown(step, message) ||
  (isFormCall(call) && formIn(message) === 'words' && !mayHaveArrived(step, message));

/**
 * True if the server confirmed a step under the formId. If so, the submission keeps the formId.
 * Steps confirmed by hand do not count.
 */
export const isAnythingConfirmed = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(
    ({ content, state }) =>
      state.status === 'confirmed' && state.byHand !== true && content.call !== 'GetInfo',
  );

const isAnythingByHand = ({ steps }: Pick<Submission, 'steps'>): boolean =>
  steps.some(({ state }) => state.status === 'confirmed' && state.byHand === true);

/** True if a refused formId may be replaced without asking a person. */
export const mayReplaceFormId = (submission: Submission): boolean =>
  !isAnythingConfirmed(submission) &&
  !isAnythingByHand(submission) &&
  (submission.renumberings ?? 0) < MAX_RENUMBERINGS;

/**
 * The meaning of 404 for a call, after GetInfo has shown that the backend answers. `replace`: the server does not know the form. `ask`:
 * the server may have the form, so only a person can decide. `route`: the server does not know the call.
 */
export function notFoundMeans(submission: Submission, step: Step): 'replace' | 'ask' | 'route' {
  if (isAnythingConfirmed(submission) || step.content.call === 'GetInfo') return 'route';
  if (isAnythingByHand(submission)) return 'ask';
  if (!mayReplaceFormId(submission)) return 'route';
  return step.doubted === true ? 'ask' : 'replace';
}

/**
 * True if a refused submission gets a new formId without asking a person. The caller passes a 404
 * only if GetInfo was answered.
 */
export function getsFreshFormId(
  submission: Submission,
  step: Step,
  message: ServerMessage,
): boolean {
  if (message.httpStatus === 404) return notFoundMeans(submission, step) === 'replace';
  return mayNotKnowForm(step.content.call, message, step) && mayReplaceFormId(submission);
}

/**
 * The submission's formId. Returns null if the server does not know the formId and confirmed nothing under it. After a 404
 * the submission keeps the formId if an earlier try of the call got no answer: the server may have the form. If it has not, the new
 * step gets a 404 too. Then the submission gets a new formId without asking a person.
 */
function keptFormId(submission: Submission): Submission['formId'] {
  const isUnknown = submission.steps.some((step) => {
    const { content, doubted, state } = step;
    if (state.status !== 'rejected') return false;
    const isNotFound = state.message.httpStatus === 404 && doubted !== true;
    return isNotFound || mayNotKnowForm(content.call, state.message, step);
  });
  return isUnknown && !isAnythingConfirmed(submission) ? null : submission.formId;
}

/**
 * The formId for a Submit: the submission's own, or one from the pool. Returns null if the server did not know the submission's own
 * formId. The server may not know the pool's formIds either, so the plan requests a new one.
 */
export const formIdToSubmit = (
  submission: Submission,
  pooled: Submission['formId'],
): Submission['formId'] => (submission.formId === null ? pooled : keptFormId(submission));

/** The file that the server refused. Returns null if the server refused something else, or if the file was never sent. */
export function refusedFileOf({ steps }: Pick<Submission, 'steps'>): RefusedFile | null {
  for (const { content, state } of steps) {
    if (state.status !== 'rejected' || !('attachmentId' in content)) continue;
    // HTTP status 0: this device could not read the file and made the message.
    if (state.message.httpStatus > 0)
      return { part: sentFileBy(content.call).kind, attachmentId: content.attachmentId };
  }
  return null;
}

/*
 * Some backends refuse a form that they already have. The browser may repeat a POST by itself, so a refused form may have arrived
 * before. Only a person can tell. If the server has the form, the person presses 'Send the rest': the refused step counts as confirmed.
 */

const lastSegment = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** True if the refusal names a field of the form, or the signature's file. The person can correct both. */
function isAboutContent(kind: FormKind, call: StepCall, message: ServerMessage): boolean {
  const keys = Object.keys(message.modelState);
  if (isFormCall(call))
    return keys.some((key) => fieldForServerKey(formOf(kind), key) !== undefined);
  const isOfFile = message.httpStatus === 413 || message.httpStatus === 415;
  return (
    isOfFile || keys.some((key) => /^(?:files?(?:\[\d*\])?|signature)$/i.test(lastSegment(key)))
  );
}

/** True if the server may have the form. False for a document, an unknown form, and a message that the phone made. */
const mayHaveForm = (call: StepCall, message: ServerMessage, step: Attempted = {}): boolean =>
  (isFormCall(call) || call === 'SaveSignature') &&
  message.httpStatus !== 0 &&
  !saysFormIsUnknown(step, message);

/** True if 'Send the rest' is offered for the first refusal of this call. False if the refusal is about a field. */
export const maySendRest = (kind: FormKind, call: StepCall, message: ServerMessage): boolean =>
  mayHaveForm(call, message) && !isAboutContent(kind, call, message);

/**
 * The refused step that 'Send the rest' counts as confirmed. Returns null if the button is not offered, and if the agent changed the
 * form after the refusal: the button would send the form as it was. If an earlier try got no
 * answer, a refusal that names a field also counts. The server may have stored the first try and name a field of the second.
 */
export function stepToConfirmByHand(submission: Submission): Step | null {
  const step = nextStep(submission);
  if (submission.status !== 'rejected' || submission.edited) return null;
  if (step?.state.status !== 'rejected') return null;
  const { message } = step.state;
  const { call } = step.content;
  const isOffered =
    step.doubted === true
      ? mayHaveForm(call, message, step)
      : maySendRest(submission.kind, call, message);
  return isOffered ? step : null;
}
