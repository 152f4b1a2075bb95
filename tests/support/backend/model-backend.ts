import { type FormId, formId } from '../../../src/domain/ids.ts';
import type { Answer, GenericResult } from '../../../src/domain/outcome.ts';
import type { ApiRequest, ApiResult, CallOptions, SyncApi } from '../../../src/sync/ports/ports.ts';

/** The fault of one request. */
export type Fault =
  /** The request does not reach the backend. */
  | Readonly<{ fault: 'lost' }>
  /** The backend handles the request. Its answer is lost. */
  | Readonly<{ fault: 'noReply'; reason?: 'network' | 'timeout' }>
  /** The browser itself sends the request twice, and gets one answer. */
  | Readonly<{ fault: 'resent' }>
  /** An error status. `done`: the backend handles the request first. */
  | Readonly<{
      fault: 'status';
      httpStatus: number;
      headers?: Readonly<Record<string, string>>;
      done?: true;
    }>
  | Readonly<{ fault: 'foreign'; isOwnShell?: true }>
  | Readonly<{
      fault: 'refused';
      httpStatus: 200 | 400;
      errors?: GenericResult['modelState'];
      description?: string;
    }>
  /** Success, but the list of documents lacks the file's name. */
  | Readonly<{ fault: 'unnamed'; done?: true }>
  | Readonly<{ fault: 'noContent' }>
  /** An empty page of type HTML. `done`: the backend handles the request first. */
  | Readonly<{ fault: 'emptyPage'; done?: true }>
  /** The request waits for this promise, which the test resolves. */
  | Readonly<{ fault: 'wait'; until: Promise<void> }>;

type StoredDocument = Readonly<{ formFileId: string; name: string; call: string; size: number }>;

export interface StoredForm {
  registrations: number;
  body: string;
  signature: string | null;
  documents: StoredDocument[];
}

export type Sent = Readonly<{ request: ApiRequest; options: CallOptions }>;

export type ModelCapabilities = Readonly<{
  idempotent: boolean;
  lists: 'all' | 'own';
  /** How the backend refuses a WebP: by status 415, by a refusal without a reason, or by a 500 after it stored the file. */
  refusesWebp?: 'status' | 'vaguely' | 'stored, then 500';
}>;

/** The contract's calls, in memory. Idempotency keys count or not. Answers list all documents, or only those of the request. */
export class ModelBackend {
  readonly forms = new Map<FormId, StoredForm>();
  /** Every request that was sent, whether it arrived or not. */
  readonly sent: Sent[] = [];
  readonly handedOut: FormId[] = [];
  /** The fault of each request; `n` counts from 0. */
  faultOf: (request: ApiRequest, n: number) => Fault | undefined = () => undefined;
  /** Waits before the answer, on the test's clock. */
  delay: (request: ApiRequest, signal: AbortSignal) => Promise<void> = async () => {};
  readonly #answers = new Map<string, Answer<ApiResult>>();
  readonly #capabilities: ModelCapabilities;
  #count = 0;
  underWay = 0;
  mostUnderWay = 0;

  constructor(capabilities: ModelCapabilities) {
    this.#capabilities = capabilities;
  }

  get api(): SyncApi {
    return { send: (request, options) => this.#send(request, options) };
  }

  async #send(request: ApiRequest, options: CallOptions): Promise<Answer<ApiResult>> {
    const fault = this.faultOf(request, this.sent.length);
    this.sent.push({ request, options });
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      await this.delay(request, options.signal);
      if (fault?.fault === 'wait') await fault.until;
      if (options.signal.aborted) return { status: 'unanswered', reason: 'aborted' };
      return this.#answer(request, options, fault);
    } finally {
      this.underWay -= 1;
    }
  }

  #answer(request: ApiRequest, options: CallOptions, fault: Fault | undefined): Answer<ApiResult> {
    switch (fault?.fault) {
      case undefined:
      case 'wait':
        return this.#handle(request, options);
      case 'lost':
        return { status: 'unanswered', reason: 'network' };
      case 'noReply':
        this.#handle(request, options);
        return { status: 'unanswered', reason: fault.reason ?? 'network' };
      case 'resent':
        this.#handle(request, options);
        return this.#handle(request, options);
      case 'status': {
        if (fault.done) this.#handle(request, options);
        const { httpStatus, headers = {} } = fault;
        if (httpStatus === 500)
          return { status: 'result', httpStatus, result: { ...success, wasSuccessful: false } };
        return { status: 'unexpected', httpStatus, response: '', headers };
      }
      case 'foreign':
        return {
          status: 'foreign',
          reason: 'notJson',
          httpStatus: 200,
          isOwnShell: fault.isOwnShell === true,
        };
      case 'refused':
        return refused(fault.httpStatus, fault.errors, fault.description);
      case 'unnamed':
        if (fault.done) this.#handle(request, options);
        return { status: 'result', httpStatus: 200, result: { ...success, documents: [] } };
      case 'emptyPage':
        if (fault.done) this.#handle(request, options);
        return { status: 'foreign', reason: 'emptyPage', httpStatus: 200, isOwnShell: false };
      case 'noContent':
        this.#handle(request, options);
        return { status: 'result', httpStatus: 204, result: success };
    }
  }

  #handle(request: ApiRequest, options: CallOptions): Answer<ApiResult> {
    const { refusesWebp } = this.#capabilities;
    const isWebp = 'file' in request && request.fileName.endsWith('.webp');
    switch (isWebp ? refusesWebp : undefined) {
      case undefined:
        return this.#take(request, options);
      case 'status':
        return { status: 'unexpected', httpStatus: 415, response: '', headers: {} };
      case 'vaguely':
        return refused(200);
      case 'stored, then 500':
        this.#take(request, options);
        return refused(500);
    }
  }

  #take(request: ApiRequest, { idempotencyKey }: CallOptions): Answer<ApiResult> {
    const known = this.#answers.get(idempotencyKey);
    // Keys count for POST and DELETE only.
    if (this.#capabilities.idempotent && known !== undefined && request.call !== 'GetInfo')
      return known;
    const answer: Answer<ApiResult> = {
      status: 'result',
      httpStatus: 200,
      result: this.#perform(request),
    };
    this.#answers.set(idempotencyKey, answer);
    return answer;
  }

  #perform(request: ApiRequest): ApiResult {
    if (request.call === 'GetInfo') {
      this.#count += 1;
      const guid = formId(`00000000-0000-4000-9000-${String(this.#count).padStart(12, '0')}`);
      this.handedOut.push(guid);
      const info = { formGuid: guid, titleOptions: [], typeOfBusinessOptions: [], accepts: [] };
      return { ...success, info };
    }
    const form = this.#formOf(request.formId);
    switch (request.call) {
      case 'RegisterSim':
      case 'ReplaceSim':
        form.registrations = 1;
        form.body = request.json;
        return success;
      case 'SaveSignature':
        form.signature = request.fileName;
        return success;
      case 'RemoveDocument':
        form.documents = form.documents.filter(
          (document) => document.formFileId !== request.formFileId,
        );
        return success;
      default: {
        const { call, file, fileName } = request;
        this.#count += 1;
        const added = { formFileId: String(this.#count), name: fileName, call, size: file.size };
        form.documents.push(added);
        const listed = this.#capabilities.lists === 'all' ? form.documents : [added];
        return { ...success, documents: listed.filter((document) => document.call === call) };
      }
    }
  }

  #formOf(id: FormId): StoredForm {
    const known = this.forms.get(id);
    if (known !== undefined) return known;
    const form: StoredForm = { registrations: 0, body: '', signature: null, documents: [] };
    this.forms.set(id, form);
    return form;
  }

  /** The names of all documents of all forms. */
  documentNames(): string[] {
    return [...this.forms.values()].flatMap((form) => form.documents.map(({ name }) => name));
  }

  calls(): string[] {
    return this.sent.map(({ request }) => request.call);
  }
}

const success: ApiResult = { wasSuccessful: true, heading: '', description: '', modelState: {} };

const refused = (
  httpStatus: number,
  modelState: GenericResult['modelState'] = {},
  description = 'Please check.',
): Answer<ApiResult> => ({
  status: 'result',
  httpStatus,
  result: {
    wasSuccessful: false,
    heading: 'Not accepted',
    description,
    modelState,
  },
});
