import { answerOf } from '../../api/answer-of.ts';
import type { Api } from '../../api/calls.ts';
import type { DocumentsResult, InfoResult } from '../../api/contract.ts';
import type { Answer, GenericResult } from '../../domain/answer.ts';
import { formId } from '../../domain/ids.ts';
import type { ApiRequest, ApiResult, CallOptions, SyncApi } from './ports.ts';

/** The typed calls of the API behind the one function that sync uses. */
export const apiPort = (api: Api): SyncApi => ({
  send: (request, options) => answerOf(() => send(api, request, options)),
});

async function send(
  api: Api,
  request: ApiRequest,
  options: CallOptions,
): Promise<Answer<ApiResult>> {
  if (request.call === 'GetInfo') return withResult(await api.getInfo(options), infoResult);
  const { kind, formId: id } = request;
  if ('json' in request)
    // `submit` froze it from `wireBody`, and its hash was checked when it was read.
    return api.sendForm(kind, { formId: id, ...JSON.parse(request.json) }, options);
  if ('formFileId' in request) {
    const { formFileId: registrationFileId } = request;
    return api.removeDocument(kind, { formId: id, registrationFileId }, options);
  }
  const { call, file, fileName } = request;
  const files = { formId: id, files: [{ data: file, fileName }] };
  return call === 'SaveSignature'
    ? api.saveSignature(kind, files, options)
    : withDocuments(await api.saveDocument(kind, call, files, options));
}

function withResult<R extends GenericResult>(
  answer: Answer<R>,
  convert: (result: R) => ApiResult,
): Answer<ApiResult> {
  return answer.status === 'result' ? { ...answer, result: convert(answer.result) } : answer;
}

/** A 204 has no list, which is not an empty list. */
const withDocuments = (answer: Answer<DocumentsResult>): Answer<ApiResult> =>
  withResult(answer, ({ documents, ...result }) =>
    answer.status === 'result' && answer.httpStatus === 200
      ? { ...result, documents: documents.map(({ formFileId, name }) => ({ formFileId, name })) }
      : result,
  );

const infoResult = ({
  formGuid,
  titleOptions,
  typeOfBusinessOptions,
  ...result
}: InfoResult): ApiResult =>
  result.wasSuccessful
    ? { ...result, info: { formGuid: formId(formGuid), titleOptions, typeOfBusinessOptions } }
    : result;
