import { documentKinds } from '../../domain/forms/document-kinds.ts';
import { formKindRows } from '../../domain/forms/form-kinds.ts';
import { sentFiles } from '../../domain/forms/sent-files.ts';
import type {
  AttachmentId,
  AttemptId,
  FormId,
  IdempotencyKey,
  StepId,
  SubmissionId,
} from '../../domain/ids.ts';
import type {
  DraftSubmission,
  Personal,
  ServerMessage,
  Step,
  StepContent,
  StepState,
  Submission,
  SubmissionKeys,
  SubmissionStatus,
} from '../../domain/submission-types.ts';
import { receiptColumns, type Stored } from './rows.ts';
import {
  anyOf,
  encryptedMessage,
  encryptedOriginal,
  encryptedPersonal,
  isFlag,
  isId,
  isNumber,
  isSealed,
  isText,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from './shape.ts';

/**
 * The format of the submissions' rows that this version writes. It grows when a row changes so that an older version must not
 * touch it: that one then leaves the row alone, and a person is told. Rows without one are of the first.
 */
export const FORMAT = 1;

export const isPersonal: Shape<Personal> = objectOf({
  customerName: isText,
  terms: listOf(isText),
  simCardNumber: isText,
});

/** Its reason is not looked at: a later version may have stored one that this version does not know, and shows as no reason. */
export const isMessage: Shape<ServerMessage> = objectOf(
  { heading: isText, description: isText, modelState: mapOf(listOf(isText)), httpStatus: isNumber },
  {
    said: isText,
    support: objectOf({ call: isText, requestId: isText }),
    file: objectOf({
      part: oneOf(...sentFiles.map(({ kind }) => kind)),
      attachmentId: isId<AttachmentId>,
    }),
  },
);

const isContent: Shape<StepContent> = anyOf(
  objectOf({ call: oneOf('GetInfo') }),
  objectOf({ call: oneOf(...formKindRows.map(({ call }) => call)), sha256: isText }),
  objectOf({
    call: oneOf(...sentFiles.map(({ call }) => call)),
    attachmentId: isId<AttachmentId>,
    fileName: isText,
    size: isNumber,
    sha256: isText,
  }),
  objectOf({
    call: oneOf('RemoveDocument'),
    formFileId: isText,
    fileName: isText,
    of: oneOf(...documentKinds.map(({ call }) => call)),
  }),
);

/** An encrypted message is bytes. `decodeSubmission` replaces it with an empty message. */
const isMessageAsStored = anyOf(isMessage, isSealed) as Shape<ServerMessage>;

const isState: Shape<StepState> = anyOf(
  objectOf({ status: oneOf('pending') }),
  objectOf({ status: oneOf('inFlight'), attemptId: isId<AttemptId>, since: isNumber }),
  objectOf({ status: oneOf('inDoubt'), since: isNumber }),
  objectOf({ status: oneOf('confirmed'), at: isNumber }, { byHand: oneOf(true) }),
  objectOf({ status: oneOf('rejected'), at: isNumber, message: isMessageAsStored }),
);

const isStep: Shape<Step> = objectOf(
  {
    id: isId<StepId>,
    key: isId<IdempotencyKey>,
    content: isContent,
    state: isState,
    attempts: isNumber,
  },
  {
    doubted: oneOf(true),
    isLook: oneOf(true),
    isTrial: oneOf(true),
    serverErrors: isNumber,
    upload: objectOf({ address: isText, came: isNumber, length: isNumber }),
  },
);

const areSteps = listOf(isStep);

type RowFacts = Omit<DraftSubmission, 'status' | 'personal'> &
  Readonly<{
    format?: typeof FORMAT;
    status: SubmissionStatus;
    deliveredAt: number | null;
    /** The last four digits of the SIM card number, in a receipt. */
    simTail?: string;
  }>;

/**
 * An unencrypted submission: a receipt, or a row of a build without encryption. The search index needs the customer's columns at the
 * top. A receipt has its shown values there.
 */
export type SubmissionRow = RowFacts & Personal;

/**
 * The stored row. `sealed`: the encrypted customer of an undelivered submission. Each step's message is encrypted by itself.
 * `personal` is a property of the domain's type, so a submission that was not encoded is no row.
 */
export type StoredSubmission = Stored<SubmissionRow> &
  Readonly<{ sealed?: unknown; personal?: never }>;

export const areKeys: Shape<SubmissionKeys> = objectOf(
  // The key's secret: stored as 'p'. The sending slot: stored as 'q'.
  { p: isText },
  { q: objectOf({ name: isText, wrap: isSealed }) },
);

const isStatus = oneOf('draft', 'queued', 'rejected', 'delivered');

const isRow: Shape<RowFacts> = objectOf(
  {
    id: isId<SubmissionId>,
    kind: oneOf(...formKindRows.map(({ kind }) => kind)),
    status: isStatus,
    formId: orNull(isId<FormId>),
    sequence: isNumber,
    isBusiness: isFlag,
    createdAt: isNumber,
    changedAt: isNumber,
    day: isText,
    submittedAt: orNull(isNumber),
    deliveredAt: orNull(isNumber),
    missing: isNumber,
    section: isText,
    steps: areSteps,
    documents: mapOf(listOf(objectOf({ formFileId: isText, name: isText }))),
    nextAttemptAt: orNull(isNumber),
    maybeTwice: listOf(isText),
    bytesLeft: isNumber,
    history: listOf(objectOf({ at: isNumber, what: isText })),
  },
  {
    format: oneOf(FORMAT),
    simTail: isText,
    everSent: oneOf(true),
    sentNames: mapOf(listOf(isText)),
    device: isText,
    renumberings: isNumber,
    faults: isNumber,
    sendsPhotos: oneOf(true),
    mirrored: isFlag,
    agent: isText,
    keys: areKeys,
  },
);

/** null: of none that is counted. */
export const statusOf = ({ status }: StoredSubmission): SubmissionStatus | null =>
  isStatus(status) ? status : null;

/** Whether a later version wrote the row, and this one must leave it is. */
export const isOfLaterFormat = ({ format }: StoredSubmission): boolean =>
  isNumber(format) && format > FORMAT;

/**
 * Decodes a row. Returns null if it is not of this or an older version; such a row stays unchanged and blocks nothing. Unknown
 * properties are kept.
 */
export function decodeSubmission(stored: unknown): Submission | null {
  if (!isRow(stored)) return null;
  const row: RowFacts & Partial<Personal> & Readonly<{ sealed?: unknown }> = stored;
  const {
    customerName,
    deliveredAt,
    format: _,
    sealed,
    simCardNumber,
    simTail,
    status,
    steps,
    terms,
    ...facts
  } = row;
  const clear = { customerName, terms, simCardNumber };
  if (status === 'delivered') {
    if (deliveredAt === null || !isPersonal(clear)) return null;
    const receipt = { name: clear.customerName, simTail: simTail ?? '' };
    return { ...facts, steps, status, personal: null, receipt, deliveredAt };
  }
  const personal = isSealed(sealed) ? encryptedPersonal(sealed) : isPersonal(clear) ? clear : null;
  return personal && { ...facts, steps: steps.map(closedStep), status, personal };
}

const closedStep = (step: Step): Step => {
  const { state } = step;
  // The type is the domain's. The stored message may be encrypted.
  const message: unknown = state.status === 'rejected' ? state.message : undefined;
  return state.status === 'rejected' && isSealed(message)
    ? { ...step, state: { ...state, message: encryptedMessage(message) } }
    : step;
};

/** Encodes a submission. If it has keys, its changed values must be encrypted before (`sealSubmission`). */
export function encodeSubmission(submission: Submission): StoredSubmission {
  if (submission.status === 'delivered') {
    const { personal: _, receipt, ...facts } = submission;
    return { ...facts, ...receiptColumns(receipt), format: FORMAT };
  }
  const { personal, ...facts } = submission;
  if (submission.keys === undefined)
    return { ...facts, ...personal, deliveredAt: null, format: FORMAT };
  const sealed = encryptedOriginal(personal);
  if (sealed === undefined) throw new Error('clear name');
  return {
    ...facts,
    steps: facts.steps.map(sealedStep),
    sealed,
    deliveredAt: null,
    format: FORMAT,
  };
}

/** A message that nobody could seal, as the key is lost, is the app's own, and has nothing of a customer. */
function sealedStep(step: Step): object {
  const { state } = step;
  const sealed = state.status === 'rejected' ? encryptedOriginal(state.message) : undefined;
  return sealed === undefined ? step : { ...step, state: { ...state, message: sealed } };
}
