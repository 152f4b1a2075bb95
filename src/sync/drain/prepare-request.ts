import type { FormId, SubmissionId } from '../../domain/ids.ts';
import { ownMessage } from '../../domain/own-message.ts';
import type {
  ServerMessage,
  Step,
  StepContent,
  Submission,
} from '../../domain/submission-types.ts';
import type { MendingRows } from '../../store/outbox-ports.ts';
import { isConnectionLost } from '../../store/storage-errors.ts';
import { mendFromCopy } from '../mirror/mend-rows.ts';
import type { CopyPorts } from '../mirror/mirror-copy.ts';
import { soundBytes } from '../mirror/sound-bytes.ts';
import type { ApiRequest, Uses } from '../ports/ports.ts';

/** The call of a step, or the message for the person because its content is lost. */
export type PreparedRequest =
  | Readonly<{ status: 'ready'; request: ApiRequest; bytes: number }>
  | Readonly<{ status: 'lost'; message: ServerMessage }>;

type PreparePorts = CopyPorts & Uses<never, MendingRows>;
type FileContent = Extract<StepContent, { attachmentId: unknown }>;

export async function prepareRequest(
  ports: PreparePorts,
  submission: Submission,
  step: Step,
): Promise<PreparedRequest> {
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
  const json = await bodyOf(ports, submission.id, content.sha256);
  if (json === null) return lostForm;
  return {
    status: 'ready',
    request: { call: content.call, kind, formId, json },
    bytes: json.length,
  };
}

/** The stored body if it is the one that was submitted; where it is sealed and does not open, the mirror's, which is stored again. */
async function bodyOf(
  ports: PreparePorts,
  id: SubmissionId,
  sha256: string,
): Promise<string | null> {
  const stored = async (): Promise<string | null> => {
    const payload = await ports.store.payload(id).catch(undefinedIfLost);
    const isWhole =
      payload !== undefined && (await ports.digest(payload.salt + payload.json)) === sha256;
    return isWhole ? payload.json : null;
  };
  // Asked once more where a home of the secrets failed: if it does again, this rejects, and nothing is called lost.
  const body = (await stored()) ?? ((await ports.store.isKeyLost(id)) ? null : await stored());
  if (body !== null) return body;
  return (await mendFromCopy(ports, id)) === 'mended' ? stored() : null;
}

/** A plan without a formId begins with GetInfo, so every later step has one. */
function formIdOf({ formId }: Submission): FormId {
  if (formId === null) throw new Error('A step needs a formId before GetInfo was confirmed.');
  return formId;
}

/** The stored bytes if they are those that were captured; otherwise the mirror's, which are stored again. */
async function fileOf(
  ports: CopyPorts,
  submission: Submission,
  content: FileContent,
): Promise<Blob | null> {
  const id = content.attachmentId;
  const sound = await soundBytes(ports, submission, { ...content, id }, undefinedIfLost);
  if (sound === null) return null;
  const { bytes, copy } = sound;
  // Even if it can't be stored they are sent; the next attempt then reads the mirror again.
  if (copy !== null) await ports.store.putBytes(id, copy).catch(() => undefined);
  return bytes;
}

/** A read error means that the data is lost, except a lost connection to the database: that ends the drain. */
function undefinedIfLost(error: unknown): undefined {
  if (isConnectionLost(error)) throw error;
  return undefined;
}

const lostForm: PreparedRequest = {
  status: 'lost',
  message: ownMessage({ code: 'formUnreadable' }),
};

/** The file's name as the person chose it, or as the camera made it. */
async function nameOf(
  { store }: CopyPorts,
  { id }: Submission,
  { attachmentId, fileName }: FileContent,
): Promise<string> {
  const contents = await store.contents(id);
  const rows = contents === undefined || contents === 'odd' ? [] : contents.attachments;
  return rows.find((row) => row.id === attachmentId)?.originalName ?? fileName;
}

const lostFile = ({ call }: FileContent, name: string): PreparedRequest => ({
  status: 'lost',
  message: ownMessage({ code: 'fileUnreadable', call, name }),
});
