import type { UploadCall } from '../domain/forms/document-kinds.ts';
import { type FormKind, formKinds } from '../domain/forms/form-kinds.ts';
import type { Answer, GenericResult } from '../domain/outcome.ts';
import {
  type ApiConfig,
  type CallOptions,
  createClient,
  createExchange,
  sendsKey,
  type UploadParts,
  type WholeBody,
  wholeBody,
} from './client.ts';
import {
  callPath,
  type DocumentsRead,
  documentsResultSchema,
  type FilesRequest,
  type FormRequests,
  GET_INFO_PATH,
  genericResultSchema,
  type InfoRead,
  type InfoReading,
  infoResultSchema,
  type RemoveDocumentRequest,
} from './contract.ts';
import { type ResultShape, readAnswer } from './read-answer.ts';
import { createResumableUploads } from './resumable-upload.ts';

/**
 * The eleven calls, grouped by the shape of their requests. Their paths follow from the tables of forms and documents.
 * If `formId` or `registrationFileId` is missing, the call throws before anything is sent. If the contract gives the
 * status no meaning, the call rejects with ApiException (see `answerOf`).
 */
export type Api = Readonly<{
  /** `reading` is only for a backend that announced `statusAfter`. */
  getInfo: (options: CallOptions, reading?: InfoReading) => Promise<Answer<InfoRead>>;
  /** RegisterSim, ReplaceSim. */
  sendForm: <Kind extends FormKind>(
    kind: Kind,
    request: FormRequests[Kind],
    options: CallOptions,
  ) => Promise<Answer>;
  saveSignature: (kind: FormKind, request: FilesRequest, options: CallOptions) => Promise<Answer>;
  /** SaveIdDocument, SaveCompanyRegistrationDocument, SavePoliceDocument. */
  saveDocument: (
    kind: FormKind,
    call: UploadCall,
    request: FilesRequest,
    options: CallOptions,
  ) => Promise<Answer<DocumentsRead>>;
  removeDocument: (
    kind: FormKind,
    request: RemoveDocumentRequest,
    options: CallOptions,
  ) => Promise<Answer>;
}>;

const genericShape: ResultShape<GenericResult> = {
  schema: genericResultSchema,
  from: (result) => result,
  mayBeEmpty: true,
};
const documentsShape: ResultShape<DocumentsRead> = {
  schema: documentsResultSchema,
  from: (result) => ({ ...result, documents: [], isWhole: false }),
  mayBeEmpty: true,
};
const infoShape: ResultShape<InfoRead> = {
  schema: infoResultSchema,
  from: (result) => ({
    ...result,
    titleOptions: [],
    typeOfBusinessOptions: [],
    formGuid: '',
    accepts: [],
    status: null,
  }),
  mayBeEmpty: false,
};

/** Throws the error that the specification states for a missing parameter. */
function present(value: string | null | undefined, name: string): string {
  if (value === null || value === undefined) {
    throw new Error(`The parameter '${name}' cannot be null.`);
  }
  return value;
}

function filesForm({ formId, files }: FilesRequest): FormData {
  const form = new FormData();
  form.append('FormId', present(formId, 'formId'));
  for (const { data, fileName } of files) form.append('Files', data, fileName);
  return form;
}

function infoPath(reading: InfoReading | undefined): string {
  if (reading === undefined) return GET_INFO_PATH;
  const { after, wantsNumber } = reading;
  return `${GET_INFO_PATH}?${new URLSearchParams({ after, numbers: wantsNumber ? '1' : '0' })}`;
}

export function createApi(config: ApiConfig): Api {
  const exchange = createExchange(config);
  const send = createClient(exchange, config.baseAddress);
  const uploads = createResumableUploads(exchange, config.baseAddress, () =>
    config.accepts('pieces'),
  );

  const resumableUpload = async <R extends GenericResult>(
    path: string,
    body: WholeBody,
    shape: ResultShape<R>,
    options: CallOptions & Readonly<{ resumableUpload: UploadParts }>,
  ): Promise<Answer<R> | 'unusable'> => {
    // Without a key that the backend sees, a second try could not find the upload that the first try began.
    if (!(await sendsKey(config))) return 'unusable';
    const resumed = await uploads.send(path, body, options);
    if (resumed.status === 'unanswered') return resumed;
    return resumed.status === 'unusable' ? 'unusable' : readAnswer(resumed, shape);
  };

  const sendFiles = <R extends GenericResult>(
    path: string,
    request: FilesRequest,
    shape: ResultShape<R>,
    options: CallOptions,
  ): Promise<Answer<R>> => {
    const formId = present(request.formId, 'formId');
    const atOnce = () => send({ method: 'POST', path, body: filesForm(request) }, shape, options);
    const { idempotencyKey, resumableUpload: pieces } = options;
    if (pieces === undefined || idempotencyKey === undefined) return atOnce();
    const body = wholeBody(formId, request.files, idempotencyKey);
    return resumableUpload(path, body, shape, { ...options, resumableUpload: pieces }).then(
      (answer) => (answer === 'unusable' ? atOnce() : answer),
    );
  };

  return {
    getInfo: (options, reading) =>
      send({ method: 'GET', path: infoPath(reading) }, infoShape, options),
    sendForm(kind, request, options) {
      present(request.formId, 'formId');
      const path = callPath(kind, formKinds[kind].call);
      return send({ method: 'POST', path, body: { json: request } }, genericShape, options);
    },
    saveSignature: (kind, request, options) =>
      sendFiles(callPath(kind, 'SaveSignature'), request, genericShape, options),
    saveDocument: (kind, call, request, options) =>
      sendFiles(callPath(kind, call), request, documentsShape, options),
    removeDocument(kind, { formId, registrationFileId }, options) {
      const query = new URLSearchParams({
        formId: present(formId, 'formId'),
        registrationFileId: present(registrationFileId, 'registrationFileId'),
      });
      const path = `${callPath(kind, 'RemoveDocument')}?${query}`;
      return send({ method: 'DELETE', path }, genericShape, options);
    },
  };
}
