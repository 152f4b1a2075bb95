import { documentKinds } from '../domain/forms/document-kinds.ts';
import { formKindRows } from '../domain/forms/form-kinds.ts';
import { sentFiles } from '../domain/forms/sent-files.ts';
import type { Submission } from '../domain/submission-types.ts';
import type { Contents } from './outbox-port.ts';

/*
 * What a stored row must be before a drain works on it. Rows outlive the version that wrote them: an older app meets those
 * of a newer one, a rescue file brings in another phone's. By hand rather than by a schema: a drain looks at all that
 * waits once a second, and that may be thousands.
 */

type Entries = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isMoment = (value: unknown): boolean => value === null || isNumber(value);
const isOneOf = (value: unknown, known: readonly string[]): boolean =>
  isText(value) && known.includes(value);
const isListOf = (value: unknown, fits: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);
const areListsOf = (value: unknown, fits: (each: unknown) => boolean): boolean =>
  isObject(value) && Object.values(value).every((list) => isListOf(list, fits));

const kinds = formKindRows.map(({ kind }) => kind);
const uploads = documentKinds.map(({ call }) => call);

const hasFile = ({ attachmentId, fileName, size, sha256 }: Entries): boolean =>
  isText(attachmentId) && isText(fileName) && isNumber(size) && isText(sha256);
const hasForm = ({ sha256 }: Entries): boolean => isText(sha256);
const contentFits: ReadonlyMap<unknown, (content: Entries) => boolean> = new Map([
  ['GetInfo', () => true],
  ...formKindRows.map(({ call }) => [call, hasForm] as const),
  ...sentFiles.map(({ call }) => [call, hasFile] as const),
  [
    'RemoveDocument',
    ({ formFileId, fileName, of }: Entries) =>
      isText(formFileId) && isText(fileName) && isOneOf(of, uploads),
  ],
]);

const isContent = (value: unknown): boolean =>
  isObject(value) && contentFits.get(value['call'])?.(value) === true;

function isState(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { at, attemptId, message, since, status } = value;
  switch (status) {
    case 'pending':
      return true;
    case 'inFlight':
      return isText(attemptId) && isNumber(since);
    case 'inDoubt':
      return isNumber(since);
    case 'confirmed':
      return isNumber(at);
    case 'rejected':
      return isNumber(at) && isMessage(message);
    default:
      return false;
  }
}

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['heading']) &&
  isText(value['description']) &&
  areListsOf(value['modelState'], isText) &&
  isNumber(value['httpStatus']);

const isStep = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['key']) &&
  isNumber(value['attempts']) &&
  isContent(value['content']) &&
  isState(value['state']);

const isDocument = (value: unknown): boolean =>
  isObject(value) && isText(value['formFileId']) && isText(value['name']);
const isHistoryEntry = (value: unknown): boolean =>
  isObject(value) && isNumber(value['at']) && isText(value['what']);

/** Whether this is a submission as this version writes them. */
export const isSubmission = (value: unknown): value is Submission =>
  isObject(value) &&
  isText(value['id']) &&
  isOneOf(value['kind'], kinds) &&
  isOneOf(value['status'], ['draft', 'queued', 'rejected', 'delivered']) &&
  (value['formId'] === null || isText(value['formId'])) &&
  isNumber(value['sequence']) &&
  isText(value['customerName']) &&
  isListOf(value['terms'], isText) &&
  isMoment(value['submittedAt']) &&
  isMoment(value['nextAttemptAt']) &&
  isListOf(value['maybeTwice'], isText) &&
  isNumber(value['bytesLeft']) &&
  isListOf(value['steps'], isStep) &&
  isListOf(value['history'], isHistoryEntry) &&
  areListsOf(value['documents'], isDocument) &&
  (value['sentNames'] === undefined || areListsOf(value['sentNames'], isText));

const isAttachment = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['fileName']) &&
  isText(value['originalName']) &&
  isNumber(value['size']) &&
  isText(value['sha256']);

const isPayload = (value: unknown): boolean =>
  isObject(value) && isText(value['json']) && isText(value['sha256']);

/** Whether this is everything of one submission as this version writes it. */
export const isContents = (value: unknown): value is Contents =>
  isObject(value) &&
  isSubmission(value['submission']) &&
  isObject(value['draft']) &&
  value['draft']['id'] === value['submission'].id &&
  isObject(value['draft']['values']) &&
  isListOf(value['attachments'], isAttachment) &&
  isListOf(value['strokes'], isObject) &&
  (value['payload'] === null || isPayload(value['payload']));
