import * as v from 'valibot';

/** What this server answers, to the letter: the app itself takes more. The description of the API is made from these. */
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
    formGuid: guid,
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

/** The Content-Type that it is sent as: those that the draft on resumable uploads words are RFC 9457's, the rest ASP.NET's. */
export const contentTypeOf = (name: AnswerName): string =>
  name === 'OffsetProblem' || name === 'LengthProblem'
    ? 'application/problem+json'
    : 'application/json';
