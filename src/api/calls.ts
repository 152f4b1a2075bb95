import type { Answer, GenericResult } from '../domain/answer.ts';
import { type ApiConfig, type CallOptions, createClient, type Send } from './client.ts';
import {
  type DocumentsResult,
  documentsResultSchema,
  type FilesRequest,
  genericResultSchema,
  type InfoResult,
  infoResultSchema,
  type RegistrationRequest,
  type RemoveDocumentRequest,
  type ReplacementRequest,
} from './contract.ts';
import type { ResultShape } from './read-answer.ts';

type Call<Payload, Result extends Answer> = (
  payload: Payload,
  options: CallOptions,
) => Promise<Result>;

/**
 * The eleven calls, in the folders of their paths. A missing `formId` or `registrationFileId` throws
 * at once and sends nothing; a status without meaning rejects with ApiException (see `answer-of.ts`).
 */
export type Api = Readonly<{
  info: Readonly<{ getInfo: (options: CallOptions) => Promise<Answer<InfoResult>> }>;
  simRegistration: Readonly<{
    registerSim: Call<RegistrationRequest, Answer>;
    saveSignature: Call<FilesRequest, Answer>;
    saveIdDocument: Call<FilesRequest, Answer<DocumentsResult>>;
    saveCompanyRegistrationDocument: Call<FilesRequest, Answer<DocumentsResult>>;
    removeDocument: Call<RemoveDocumentRequest, Answer>;
  }>;
  simReplacement: Readonly<{
    replaceSim: Call<ReplacementRequest, Answer>;
    saveSignature: Call<FilesRequest, Answer>;
    saveIdDocument: Call<FilesRequest, Answer<DocumentsResult>>;
    savePoliceDocument: Call<FilesRequest, Answer<DocumentsResult>>;
    removeDocument: Call<RemoveDocumentRequest, Answer>;
  }>;
}>;

const genericShape: ResultShape<GenericResult> = {
  schema: genericResultSchema,
  from: (result) => result,
  mayBeEmpty: true,
};
const documentsShape: ResultShape<DocumentsResult> = {
  schema: documentsResultSchema,
  from: (result) => ({ ...result, documents: [] }),
  mayBeEmpty: true,
};
const infoShape: ResultShape<InfoResult> = {
  schema: infoResultSchema,
  from: (result) => ({ ...result, titleOptions: [], typeOfBusinessOptions: [], formGuid: '' }),
  mayBeEmpty: false,
};

/** The words of the specification's catalogue, thrown before anything is sent. */
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

const jsonCall =
  (send: Send, path: string) =>
  (request: RegistrationRequest | ReplacementRequest, options: CallOptions): Promise<Answer> => {
    present(request.formId, 'formId');
    return send({ method: 'POST', path, body: { json: request } }, genericShape, options);
  };

const filesCall =
  <R extends GenericResult>(send: Send, path: string, shape: ResultShape<R>) =>
  (request: FilesRequest, options: CallOptions): Promise<Answer<R>> =>
    send({ method: 'POST', path, body: filesForm(request) }, shape, options);

const removeCall =
  (send: Send, path: string) =>
  (request: RemoveDocumentRequest, options: CallOptions): Promise<Answer> => {
    const query = new URLSearchParams({
      formId: present(request.formId, 'formId'),
      registrationFileId: present(request.registrationFileId, 'registrationFileId'),
    });
    return send({ method: 'DELETE', path: `${path}?${query}` }, genericShape, options);
  };

export function createApi(config: ApiConfig): Api {
  const send = createClient(config);
  return {
    info: {
      getInfo: (options) => send({ method: 'GET', path: '/Info/GetInfo' }, infoShape, options),
    },
    simRegistration: {
      registerSim: jsonCall(send, '/SimRegistration/RegisterSim'),
      saveSignature: filesCall(send, '/SimRegistration/SaveSignature', genericShape),
      saveIdDocument: filesCall(send, '/SimRegistration/SaveIdDocument', documentsShape),
      saveCompanyRegistrationDocument: filesCall(
        send,
        '/SimRegistration/SaveCompanyRegistrationDocument',
        documentsShape,
      ),
      removeDocument: removeCall(send, '/SimRegistration/RemoveDocument'),
    },
    simReplacement: {
      replaceSim: jsonCall(send, '/SimReplacement/ReplaceSim'),
      saveSignature: filesCall(send, '/SimReplacement/SaveSignature', genericShape),
      saveIdDocument: filesCall(send, '/SimReplacement/SaveIdDocument', documentsShape),
      savePoliceDocument: filesCall(send, '/SimReplacement/SavePoliceDocument', documentsShape),
      removeDocument: removeCall(send, '/SimReplacement/RemoveDocument'),
    },
  };
}
