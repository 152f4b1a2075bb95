import { answerOf } from '../../api/answer-of.ts';
import type { Api } from '../../api/calls.ts';
import type {
  DocumentsResult,
  FilesRequest,
  InfoResult,
  RegistrationRequest,
  ReplacementRequest,
} from '../../api/contract.ts';
import type { Answer, GenericResult } from '../../domain/answer.ts';
import { formId } from '../../domain/ids.ts';
import type { ApiRequest, ApiResult, CallOptions, SyncApi } from './ports.ts';

/** The typed calls as the one function that a drain knows. */
export const apiPort = (api: Api): SyncApi => ({
  send: (request, options) => answerOf(() => send(api, request, options)),
});

async function send(
  { info, simRegistration, simReplacement }: Api,
  request: ApiRequest,
  options: CallOptions,
): Promise<Answer<ApiResult>> {
  switch (request.call) {
    case 'GetInfo':
      return withResult(await info.getInfo(options), infoResult);
    case 'RegisterSim':
      return simRegistration.registerSim(bodyOf<RegistrationRequest>(request), options);
    case 'ReplaceSim':
      return simReplacement.replaceSim(bodyOf<ReplacementRequest>(request), options);
    case 'RemoveDocument': {
      const { formFileId: registrationFileId, kind } = request;
      const calls = kind === 'registration' ? simRegistration : simReplacement;
      return calls.removeDocument({ formId: request.formId, registrationFileId }, options);
    }
    case 'SaveSignature': {
      const calls = request.kind === 'registration' ? simRegistration : simReplacement;
      return calls.saveSignature(filesOf(request), options);
    }
    case 'SaveIdDocument': {
      const calls = request.kind === 'registration' ? simRegistration : simReplacement;
      return withDocuments(await calls.saveIdDocument(filesOf(request), options));
    }
    case 'SaveCompanyRegistrationDocument':
      return withDocuments(
        await simRegistration.saveCompanyRegistrationDocument(filesOf(request), options),
      );
    case 'SavePoliceDocument':
      return withDocuments(await simReplacement.savePoliceDocument(filesOf(request), options));
  }
}

/** `submit` froze it from `wireBody`, and its hash was checked when it was read. */
const bodyOf = <Body>({ formId: id, json }: Extract<ApiRequest, { json: string }>): Body =>
  ({ formId: id, ...JSON.parse(json) }) as Body;

const filesOf = ({
  file,
  fileName,
  formId: id,
}: Extract<ApiRequest, { file: Blob }>): FilesRequest => ({
  formId: id,
  files: [{ data: file, fileName }],
});

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
