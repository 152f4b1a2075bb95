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
 * The format of the submission rows that this version writes. The number grows when older versions must not change a new row. An older
 * version then leaves the row unchanged and tells the person. A row without a number has format 1.
 */
export const FORMAT = 1;

export const isPersonal: Shape<Personal> = objectOf({
  customerName: isText,
  terms: listOf(isText),
  simCardNumber: isText,
});

/** Does not check `reason`: a later version may have stored a reason that this version does not know. Screens then show none. */
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
    simTail?: string;
  }>;

/**
 * An unencrypted row: a receipt, or a row of a build without encryption. The customer's columns are top-level, because the search index
 * needs them there. In a receipt they have the values that lists show.
 */
export type SubmissionRow = RowFacts & Personal;

/**
 * The stored row. `sealed`: the encrypted customer data of an undelivered submission. Each step's message is encrypted separately. A row
 * has no `personal`, so TypeScript rejects a `Submission` that was not encoded.
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
    edited: oneOf(true),
    sentNames: mapOf(listOf(isText)),
    device: isText,
    corrects: isId<FormId>,
    renumberings: isNumber,
    faults: isNumber,
    sendsPhotos: oneOf(true),
    mirrored: isFlag,
    agent: isText,
    keys: areKeys,
  },
);

/** Returns null if the status is unknown. */
export const statusOf = ({ status }: StoredSubmission): SubmissionStatus | null =>
  isStatus(status) ? status : null;

/** True if a later version wrote the row. Then this version must not change the row. */
export const isOfLaterFormat = ({ format }: StoredSubmission): boolean =>
  isNumber(format) && format > FORMAT;

/**
 * Decodes a row. Returns null if the row is damaged or from a later version. Such a row stays unchanged and blocks no other row. Keeps
 * unknown properties.
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
  // The type says `ServerMessage`, but the stored message may be encrypted bytes.
  const message: unknown = state.status === 'rejected' ? state.message : undefined;
  return state.status === 'rejected' && isSealed(message)
    ? { ...step, state: { ...state, message: encryptedMessage(message) } }
    : step;
};

/** Encodes a submission. If it has keys, the caller must encrypt its changed values first (`sealSubmission`). */
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

/** A message stays unencrypted if the key is lost. Then it is the app's own message, without customer data. */
function sealedStep(step: Step): object {
  const { state } = step;
  const sealed = state.status === 'rejected' ? encryptedOriginal(state.message) : undefined;
  return sealed === undefined ? step : { ...step, state: { ...state, message: sealed } };
}
