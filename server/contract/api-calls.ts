import * as v from 'valibot';
import { callPath, GET_INFO_PATH } from '../../src/api/contract.ts';
import { documentsOf } from '../../src/domain/forms/document-kinds.ts';
import { type FormKind, formKindRows, formKinds } from '../../src/domain/forms/form-kinds.ts';
import { reasonCodes } from '../../src/domain/verdict.ts';

/**
 * The exact answers of this server. The app also accepts other answers. The OpenAPI description is generated from these
 * schemas.
 */
const guid = v.pipe(v.string(), v.uuid());

const result = {
  description: v.string(),
  heading: v.string(),
  wasSuccessful: v.boolean(),
  modelState: v.record(v.string(), v.array(v.string())),
};

const option = v.strictObject({ value: v.string(), label: v.string() });

const problem = { type: v.string(), title: v.string(), status: v.number(), traceId: guid };

export const answers = {
  GenericResult: v.strictObject(result),
  InfoResult: v.strictObject({
    ...result,
    titleOptions: v.array(option),
    typeOfBusinessOptions: v.array(option),
    // Empty in a reading that wants no form id.
    formGuid: v.union([guid, v.literal('')]),
    accepts: v.array(v.string()),
    // The following members exist only if the server tells phones of verdicts.
    device: v.optional(v.strictObject({ state: v.picklist(['ok', 'revoked']) })),
    policy: v.optional(
      v.strictObject({
        version: v.string(),
        minimumVersion: v.optional(v.string()),
        maxUnsent: v.optional(v.number()),
        maxAgeHours: v.optional(v.number()),
      }),
    ),
    status: v.optional(
      v.strictObject({
        now: v.number(),
        items: v.array(
          v.strictObject({
            formId: guid,
            state: v.picklist(['received', 'active', 'refused']),
            at: v.number(),
            code: v.optional(v.picklist(reasonCodes)),
            text: v.optional(v.string()),
          }),
        ),
        next: v.string(),
        more: v.boolean(),
      }),
    ),
  }),
  DocumentsResult: v.strictObject({
    ...result,
    documents: v.array(
      v.strictObject({
        formFileId: guid,
        name: v.string(),
        documentUrl: v.string(),
        loading: v.boolean(),
      }),
    ),
  }),
  Problem: v.strictObject(problem),
  ValidationProblem: v.strictObject({
    ...problem,
    errors: v.record(v.string(), v.array(v.string())),
  }),
  OffsetProblem: v.strictObject({
    type: v.string(),
    title: v.string(),
    'expected-offset': v.number(),
    'provided-offset': v.number(),
  }),
  LengthProblem: v.strictObject({ type: v.string(), title: v.string() }),
  Health: v.strictObject({ status: v.literal('ok') }),
} as const;

export type AnswerName = keyof typeof answers;

/**
 * The answer's Content-Type. The draft on resumable uploads defines two answers in RFC 9457's format; ASP.NET defines
 * the others.
 */
export const contentTypeOf = (name: AnswerName): string =>
  name === 'OffsetProblem' || name === 'LengthProblem'
    ? 'application/problem+json'
    : 'application/json';

/** `empty`: an answer without a body. `bytes`: the bytes of a file. */
type Answer = AnswerName | 'empty' | 'bytes';

export type ApiCall = Readonly<{
  method: 'get' | 'head' | 'post' | 'delete' | 'options' | 'patch';
  /** The path below the API's address, with parameters in braces. */
  path: string;
  summary: string;
  /** True if the call needs application key and device, and an anti-forgery token if it changes something. */
  guarded: boolean;
  /** The body: a form's fields, files, a piece of a body, a report, or nothing. */
  body: Readonly<{ form: FormKind }> | 'files' | 'piece' | 'report' | null;
  query: readonly string[];
  /** Parameters of the query that may be missing. */
  mayAsk?: readonly string[];
  /** The call's own answers, by status. `problems` has those of all calls. */
  answers: Readonly<Record<number, readonly Answer[]>>;
}>;

const plain = { guarded: true, body: null, query: [] } as const;

const resumable = {
  201: ['empty'],
  400: ['ValidationProblem', 'empty', 'LengthProblem', 'Problem'],
  409: ['Problem', 'OffsetProblem'],
} as const satisfies ApiCall['answers'];

const ofForm = (kind: FormKind): readonly ApiCall[] => {
  const uploads = [
    {
      call: 'SaveSignature',
      answer: 'GenericResult',
      what: 'Stores the signature, which replaces an earlier one',
    },
    ...documentsOf(kind).map(({ call }) => ({
      call,
      answer: 'DocumentsResult' as const,
      what: 'Stores documents of one kind; the answer lists all documents of that kind',
    })),
  ] as const;
  return [
    {
      ...plain,
      method: 'post',
      path: callPath(kind, formKinds[kind].call),
      summary: 'Stores the form’s fields; a repeated call overwrites them',
      body: { form: kind },
      answers: { 200: ['GenericResult'] },
    },
    ...uploads.flatMap(({ call, answer, what }): ApiCall[] => [
      {
        ...plain,
        method: 'post',
        path: callPath(kind, call),
        summary: what,
        body: 'files',
        answers: { 200: [answer], ...resumable },
      },
      {
        ...plain,
        method: 'options',
        path: callPath(kind, call),
        summary: 'Returns whether and how the body may be sent in several requests',
        answers: { 204: ['empty'] },
      },
    ]),
    {
      ...plain,
      method: 'delete',
      path: callPath(kind, 'RemoveDocument'),
      summary: 'Removes a document',
      query: ['formId', 'registrationFileId'],
      answers: { 200: ['GenericResult'] },
    },
  ];
};

const uploadOf = (
  method: ApiCall['method'],
  summary: string,
  answers: ApiCall['answers'],
): ApiCall => ({
  ...plain,
  method,
  path: '/uploads/{uploadId}',
  summary,
  answers,
});

export const apiCalls: readonly ApiCall[] = [
  {
    ...plain,
    method: 'get',
    path: GET_INFO_PATH,
    summary:
      'Returns the lists of the form, a new form id, and an anti-forgery token; with after also a page of verdicts',
    mayAsk: ['after', 'numbers', 'client'],
    answers: { 200: ['InfoResult'] },
  },
  ...formKindRows.flatMap(({ kind }) => ofForm(kind)),
  {
    ...plain,
    method: 'get',
    path: '/documents/{formFileId}',
    summary: 'Returns a document to the device that sent it, for a day after the upload',
    answers: { 200: ['bytes'] },
  },
  uploadOf('get', 'Returns how many bytes of a resumable upload have arrived', { 204: ['empty'] }),
  uploadOf('head', 'Returns how many bytes of a resumable upload have arrived', { 204: ['empty'] }),
  {
    ...uploadOf(
      'patch',
      'Appends bytes to a resumable upload; the last append returns the answer of the call',
      {
        ...resumable,
        200: ['GenericResult', 'DocumentsResult'],
        204: ['empty'],
      },
    ),
    body: 'piece',
  },
  uploadOf('delete', 'Deletes a resumable upload', { 204: ['empty'] }),
  {
    ...plain,
    guarded: false,
    method: 'get',
    path: '/health',
    summary: 'Returns whether the database can be written to',
    answers: { 200: ['Health'] },
  },
  {
    ...plain,
    guarded: false,
    method: 'post',
    path: '/csp-report',
    summary: 'Receives a report of what a content security policy blocked',
    body: 'report',
    answers: { 204: ['empty'] },
  },
  {
    ...plain,
    guarded: false,
    method: 'get',
    path: '/openapi.json',
    summary: 'Returns this description',
    answers: { 200: ['bytes'] },
  },
];

/** The answers of any call that the server refuses. */
export const problems: ApiCall['answers'] = {
  400: ['ValidationProblem', 'empty', 'Problem'],
  401: ['Problem'],
  403: ['Problem'],
  404: ['Problem', 'GenericResult'],
  408: ['Problem'],
  409: ['Problem'],
  411: ['Problem'],
  413: ['Problem'],
  414: ['Problem'],
  415: ['Problem'],
  417: ['Problem'],
  422: ['Problem'],
  429: ['Problem'],
  500: ['GenericResult'],
  503: ['Problem'],
};

export const answersOf = (call: ApiCall): ApiCall['answers'] => ({ ...problems, ...call.answers });
