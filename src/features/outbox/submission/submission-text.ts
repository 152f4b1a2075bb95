import { allFields } from '../../../domain/forms/form.ts';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import { fieldForServerKey, formOf, labelName } from '../../../domain/forms/form-of.ts';
import { historyEntryOf } from '../../../domain/history-sentences.ts';
import { type PhotoPermission, waitsForWifi } from '../../../domain/photo-sending.ts';
import {
  nextStep,
  type Status,
  shownName,
  stepProgress,
} from '../../../domain/submission-state.ts';
import {
  type Hold,
  isUpload,
  receivedBytesOf,
  type ServerMessage,
  type Step,
  type Submission,
} from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { verdictText } from '../../../messages/captured.ts';
import { count } from '../../../messages/count.ts';
import { fieldsText, sectionsText } from '../../../messages/fields.ts';
import { formatBytes, formatRand, formatSoon, isTime } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { messageText } from '../../../messages/reasons.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format } from '../../../messages/text.ts';

export const nameText = (submission: Submission): string =>
  shownName(submission) || outboxText().noName;

/** 'SIM registration · SIM …4560', without the SIM if its number is unknown. */
export function whatText(submission: Submission): string {
  const t = outboxText();
  const { kind } = submission;
  const simTail = simTailOf(submission);
  return simTail ? format(t.kindWithSim[kind], { tail: simTail }) : t.kind[kind];
}

/** The end of the SIM card number; '' if unknown. Four digits distinguish two SIMs of one customer. */
export const simTailOf = (submission: Submission): string =>
  submission.status === 'delivered'
    ? submission.receipt.simTail
    : submission.personal.simCardNumber.slice(-4);

/** '…4560 · 14:05': the end of the SIM card number, and the time of capture. */
export function simAtText(submission: Submission, at: string): string {
  const tail = simTailOf(submission);
  return tail === '' ? at : format(outboxText().simAt, { tail, at });
}

/** 'SIM card number' for `$.formData.simCardNumber`. Undefined if the key belongs to no field. */
export function fieldLabel(kind: FormKind, key: string): string | undefined {
  const form = formOf(kind);
  const name = fieldForServerKey(form, key);
  const field = allFields(form).find((each) => each.name === name);
  return field && fieldsText().label[labelName(field, {})];
}

/** The server's message about the first field, else about the whole submission. */
export const firstRefusalText = (message: ServerMessage): string =>
  Object.values(message.modelState).flat()[0] ?? messageText(message).description;

/**
 * 'next try 14:05'. Returns '' if the next attempt is due, because it then waits only for the network.
 * @param answered the status code of the server's last answer; null if there was no answer
 */
export function nextTryText(
  nextAttemptAt: number | null,
  now: number,
  answered: number | null = null,
): string {
  if (!isTime(nextAttemptAt) || nextAttemptAt <= now) return '';
  const t = outboxText();
  const at = formatSoon(nextAttemptAt, now);
  return answered === null
    ? format(t.nextTry, { at })
    : format(t.nextTryAfter, { status: answered, at });
}

/**
 * Returns the status of the server's last answer, if the newest history entry is a refused call. Otherwise returns
 * null.
 */
function answeredLast({ history }: Submission): number | null {
  const last = history.at(-1);
  const fact = last === undefined ? null : historyEntryOf(last);
  return fact?.what === 'answered' ? fact.httpStatus : null;
}

/** The number of missing answers in a draft, and the person's position. `isShort`: for a row. Else: 'At Documents, 2 answers to go'. */
export function missingText({ kind, missing, section }: Submission, isShort = false): string {
  const t = outboxText();
  if (missing === 0) return t.complete;
  const amount = isShort ? format(t.missingShort, { count: missing }) : count(t.missing, missing);
  const known = formOf(kind).sections.find(({ id }) => id === section);
  if (known === undefined) return amount;
  return format(t.atSection, { missing: amount, section: sectionsText()[known.id] });
}

/** The facts that a wait depends on, besides the row. During a hold, nothing is sent before the next probe. */
type Wait = Readonly<{ hold: Hold | null; photos: PhotoPermission; now: number }>;

const nextTryAt = ({ nextAttemptAt }: Submission, hold: Hold | null): number | null =>
  hold === null ? nextAttemptAt : Math.max(hold.nextProbeAt, nextAttemptAt ?? 0);

/** 'step 4 of 6' */
export const stepText = (submission: Submission): string =>
  format(outboxText().step, stepProgress(submission));

/** 'photo 2 of 3: 340 kB of 900 kB' if a photo is sent in pieces; else ''. */
function photoText(submission: Submission): string {
  const step = nextStep(submission);
  if (step === undefined || !isUpload(step.content) || step.isLook || receivedBytesOf(step) === 0)
    return '';
  const photos = submission.steps.filter(
    ({ content, isLook }) => isUpload(content) && isLook !== true,
  );
  return format(outboxText().photo, {
    n: photos.indexOf(step) + 1,
    m: photos.length,
    done: formatBytes(receivedBytesOf(step)),
    total: formatBytes(step.content.size),
  });
}

/** The time of the next attempt of a waiting submission; '' if there is none. */
export const nextTryOf = (submission: Submission, status: Status, wait: Wait): string =>
  status === 'waiting'
    ? nextTryText(nextTryAt(submission, wait.hold), wait.now, answeredLast(submission))
    : '';

/** True if the agent chose to send only while Veld is unlocked. The row then has no sending slot. */
export const needsUnlock = ({ keys }: Pick<Submission, 'keys'>): boolean =>
  keys !== undefined && keys.q === undefined;

/** The text under a row's status; '' if there is none. */
export function detailText(submission: Submission, status: Status, wait: Wait): string {
  switch (status) {
    case 'draft':
      return missingText(submission);
    case 'sending':
      return photoText(submission) || stepText(submission);
    case 'waiting':
      if (waitsForWifi(submission, wait.photos)) return outboxText().photosWait;
      if (needsUnlock(submission)) return outboxText().whileOpen;
      return nextTryOf(submission, status, wait);
    case 'attention':
    case 'paused':
    case 'sent':
      return '';
  }
}

/** The price of a megabyte from the settings. Null if no price is set. */
export type DataPrice = Readonly<{ randPerMegabyte: number; upliftPercent: number }>;

/** '4,2 MB to send, about R 0,48'. A megabyte is 1 000 000 bytes, as the networks sell data. */
export function loadText(bytes: number, price: DataPrice | null): string {
  const t = outboxText();
  const size = formatBytes(bytes);
  if (price === null) return format(t.load, { size });
  const rand = (bytes / 1_000_000) * price.randPerMegabyte;
  return format(t.loadWithPrice, { size, price: formatRand(rand, price.upliftPercent) });
}

/** 'ID document 2': the number is the position among the files of the same call. */
export function stepName(step: Step, steps: readonly Step[]): string {
  const t = submissionText();
  const { content } = step;
  if (content.call === 'RemoveDocument') return t.removal[content.of];
  if (!('attachmentId' in content)) return t.call[content.call];
  const { attachmentId, call } = content;
  if (call === 'SaveSignature') return t.call[call];
  const files = steps.flatMap((one) =>
    one.content.call === call && one.isLook !== true ? [one.content.attachmentId] : [],
  );
  return format(t[step.isLook ? 'look' : 'upload'][call], {
    number: files.indexOf(attachmentId) + 1,
  });
}

/**
 * A step's state, and the number of its file's bytes on the server. `live`: true if a drain is running, so that 'in
 * flight' is current.
 */
export function stepStateText(step: Step, live: boolean): string {
  const t = submissionText();
  const { status } = step.state;
  if (step.state.status === 'confirmed' && step.state.byHand) return t.state.byHand;
  const state =
    status === 'inFlight' ? t.state[live ? 'underWay' : 'interrupted'] : t.state[status];
  const done = receivedBytesOf(step);
  if (done === 0) return state;
  return format(t.came, { state, done: formatBytes(done), total: formatBytes(sizeOf(step)) });
}

const sizeOf = ({ content }: Step): number => ('size' in content ? content.size : 0);

/** The bytes of a submission's files: on the server, and in total. */
export function byteProgress(steps: readonly Step[]): Readonly<{ done: number; total: number }> {
  return {
    done: steps.reduce(
      (bytes, step) =>
        bytes + (step.state.status === 'confirmed' ? sizeOf(step) : receivedBytesOf(step)),
      0,
    ),
    total: steps.reduce((bytes, step) => bytes + sizeOf(step), 0),
  };
}

type Returned = Extract<Verdict, { code: unknown }>;

/** 'A photo cannot be read.' Or the operator's own words. */
export const reasonText = ({ code, text }: Pick<Returned, 'code' | 'text'>): string =>
  text || verdictText().reason[code];

/** The same after a colon: 'a photo cannot be read'. The operator's own words stay as they are. */
function shortReason(verdict: Returned): string {
  const reason = reasonText(verdict);
  const words = reason.replace(/\.$/, '');
  return verdict.text === '' ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** The small text beside the status 'Sent'; '' if the operator has said nothing. */
export function verdictDetail(verdict: Verdict | undefined): string {
  const t = verdictText();
  switch (verdict?.state) {
    case undefined:
    case 'unknown':
      return '';
    case 'unlisted':
      return t.unlisted;
    case 'received':
      return t.received;
    case 'active':
      return t.active;
    case 'returned':
    case 'known':
      return format(t.returnedFor, { reason: shortReason(verdict) });
    case 'correcting':
      return t.beingCorrected;
    case 'corrected':
      return t.isCorrected;
  }
}

/** The mark of a returned submission, in place of the tick. Undefined for the others. */
export function verdictMark(verdict: Verdict | undefined): Status | undefined {
  if (verdict === undefined || !('code' in verdict)) return undefined;
  return verdict.state === 'returned' || verdict.state === 'known' ? 'attention' : 'draft';
}

/** The sentence of a sent submission. Undefined if the backend says nothing of verdicts. */
export function verdictSentence(verdict: Verdict | undefined, now: number): string | undefined {
  const t = verdictText();
  switch (verdict?.state) {
    case undefined:
      return undefined;
    case 'unknown':
    case 'received':
      return t.hereLater;
    case 'unlisted':
      return t.notListed;
    case 'active':
      return format(t.activeSince, { when: formatSoon(verdict.at, now) });
    case 'returned':
    case 'known':
      return format(t.returnedBecause, { reason: reasonText(verdict) });
    case 'correcting':
      return t.correctionBegun;
    case 'corrected':
      return t.correctionSent;
  }
}
