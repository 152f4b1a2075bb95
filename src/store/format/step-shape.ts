import { documentKinds } from '../../domain/forms/document-kinds.ts';
import { formKindRows } from '../../domain/forms/form-kinds.ts';
import { sentFiles } from '../../domain/forms/sent-files.ts';
import type { AttachmentId, AttemptId, IdempotencyKey, StepId } from '../../domain/ids.ts';
import type { ServerMessage, Step, StepContent, StepState } from '../../domain/submission-types.ts';
import { isMessage } from './message-shape.ts';
import { isSealed } from './sealed-forms.ts';
import { anyOf, isId, isNumber, isText, listOf, objectOf, oneOf, type Shape } from './shape.ts';

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

/** Sealed, it is bytes; whoever decodes the row puts a message in their place. */
const isMessageAsStored = anyOf(isMessage, isSealed) as Shape<ServerMessage>;

const isState: Shape<StepState> = anyOf(
  objectOf({ status: oneOf('pending') }),
  objectOf({ status: oneOf('inFlight'), attemptId: isId<AttemptId>, since: isNumber }),
  objectOf({ status: oneOf('inDoubt'), since: isNumber }),
  objectOf({ status: oneOf('confirmed'), at: isNumber }),
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
    upload: objectOf({ address: isText, came: isNumber, length: isNumber }),
  },
);

export const areSteps = listOf(isStep);
