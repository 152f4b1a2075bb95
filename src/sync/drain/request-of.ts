import { sentFileBy } from '../../domain/forms/sent-files.ts';
import type { FormId } from '../../domain/ids.ts';
import type {
  ServerMessage,
  Step,
  StepContent,
  Submission,
} from '../../domain/submission-types.ts';
import { isConnectionLost } from '../../store/blob-bytes.ts';
import { isWhole } from '../mirror/mirror-copy.ts';
import type { ApiRequest, SyncPorts } from '../ports/ports.ts';

/** What to send for a step, or what to tell the person because it can't be sent. */
export type RequestOf =
  | Readonly<{ status: 'ready'; request: ApiRequest; bytes: number }>
  | Readonly<{ status: 'lost'; message: ServerMessage }>;

type FileContent = Extract<StepContent, { attachmentId: unknown }>;

export async function requestOf(
  ports: SyncPorts,
  submission: Submission,
  step: Step,
): Promise<RequestOf> {
  const { content } = step;
  if (content.call === 'GetInfo')
    return { status: 'ready', request: { call: 'GetInfo' }, bytes: 0 };
  const formId = formIdOf(submission);
  const { kind } = submission;
  if (content.call === 'RemoveDocument') {
    const { call, formFileId } = content;
    return { status: 'ready', request: { call, kind, formId, formFileId }, bytes: 0 };
  }
  if ('attachmentId' in content) {
    const file = await fileOf(ports, submission, content);
    if (file === null) return lostFile(content, await nameOf(ports, submission, content));
    const { call, fileName, size } = content;
    return { status: 'ready', request: { call, kind, formId, file, fileName }, bytes: size };
  }
  const payload = await ports.store.payload(submission.id).catch(asLost);
  if (payload === undefined || (await ports.digest(payload.json)) !== content.sha256)
    return lostForm;
  const { json } = payload;
  return {
    status: 'ready',
    request: { call: content.call, kind, formId, json },
    bytes: json.length,
  };
}

/** The plan puts GetInfo before everything that needs its formId. */
function formIdOf({ formId }: Submission): FormId {
  if (formId === null) throw new Error('A step needs a formId before GetInfo was confirmed.');
  return formId;
}

/** The stored bytes if they are what was captured; else those of the mirror, which go back into the store. */
async function fileOf(
  ports: SyncPorts,
  submission: Submission,
  content: FileContent,
): Promise<Blob | null> {
  const stored = await ports.store.bytes(content.attachmentId).catch(asLost);
  if (stored !== undefined && (await isWhole(ports, stored, content))) return stored;
  const copy = await ports.mirror.get(submission.id, content.attachmentId).catch(() => undefined);
  if (copy === undefined || !(await isWhole(ports, copy, content))) return null;
  // It is sent all the same; where it can't be kept, the next try reads the copy again.
  await ports.store.putBytes(content.attachmentId, copy).catch(() => undefined);
  return copy;
}

/** What the disk refuses to give is lost; a connection that broke is not, and ends the drain. */
function asLost(error: unknown): undefined {
  if (isConnectionLost(error)) throw error;
  return undefined;
}

const lostForm: RequestOf = {
  status: 'lost',
  message: {
    heading: 'The form can’t be read',
    description: 'This phone lost part of this submission. Check the form and submit it again.',
    modelState: {},
    httpStatus: 0,
  },
};

/** The name that the person gave it, or knows from the camera. */
const nameOf = async (
  { store }: SyncPorts,
  { id }: Submission,
  { attachmentId, fileName }: FileContent,
): Promise<string> =>
  (await store.contents(id))?.attachments.find((row) => row.id === attachmentId)?.originalName ??
  fileName;

const lostFile = ({ call }: FileContent, name: string): RequestOf => ({
  status: 'lost',
  message: {
    heading: 'A file can’t be read',
    description: `This phone can’t read the ${sentFileBy(call).noun} (${name}) any more. Add it again, then submit again. Everything else is safe.`,
    modelState: {},
    httpStatus: 0,
  },
});
