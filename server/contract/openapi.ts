import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { MAX_FILES_OF_A_KIND } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import {
  ANTI_FORGERY_HEADER,
  API_PATH,
  APPLICATION_KEY_HEADER,
  DEVICE_HEADER,
  IDEMPOTENCY_HEADER,
} from '../../src/domain/web-names.ts';
import { choicesOf, isRequired, valuesOf, wireFields } from '../validation/form-request.ts';
import {
  type ApiCall,
  answers,
  answersOf,
  apiCalls,
  contentTypeOf,
  problems,
} from './api-calls.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Throws if JSON Schema cannot express the schema. */
function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  // An OpenAPI 3.1 document names the dialect once, not in each schema.
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'throw' });
  return rest;
}

/** The API's OpenAPI 3.1 description, generated from the server's answer schemas and the app's field tables. */
export function openApi(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const call of apiCalls) {
    const path = paths[call.path] ?? {};
    paths[call.path] = path;
    path[call.method] = operationOf(call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Veld: SIM registration and replacement',
      version: '1',
      description:
        'A call that changes data may have an Idempotency-Key header. A repeated call with the same key and content gets the first answer again. Without the header, file names and form ids prevent duplicates.',
    },
    servers: [{ url: API_PATH }],
    paths,
    components: {
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, kinds]) => [status, responseOf(status, kinds)]),
      ),
      schemas: {
        ...Object.fromEntries(
          Object.entries(answers).map(([name, schema]) => [name, jsonSchemaOf(schema)]),
        ),
        ...Object.fromEntries(
          (['registration', 'replacement'] as const).map((kind) => [
            `${kind}Request`,
            requestOf(kind),
          ]),
        ),
      },
    },
  };
}

const isWrite = ({ method }: ApiCall): boolean => ['post', 'patch', 'delete'].includes(method);

const operationOf = (call: ApiCall): JsonSchema => ({
  summary: call.summary,
  parameters: parametersOf(call),
  ...(call.body === null ? {} : { requestBody: bodyOf(call.body) }),
  responses: Object.fromEntries(
    Object.entries(answersOf(call)).map(([status, kinds]) => [
      status,
      call.answers[Number(status)] === undefined
        ? { $ref: `#/components/responses/${status}` }
        : responseOf(status, kinds),
    ]),
  ),
});

const responseOf = (status: string, kinds: ApiCall['answers'][number]): JsonSchema => ({
  description: `${Number(status) < 300 ? 'Done' : 'Not done'}${kinds.includes('empty') && kinds.length > 1 ? '; may have no body' : ''}`,
  ...contentOf(kinds),
});

function contentOf(kinds: ApiCall['answers'][number] = []): JsonSchema {
  if (kinds.includes('bytes')) return { content: { '*/*': {} } };
  const names = kinds.filter((kind) => kind !== 'empty' && kind !== 'bytes');
  if (names.length === 0) return {};
  const content = [...new Set(names.map(contentTypeOf))].map((type) => {
    const [only, ...others] = names.filter((name) => contentTypeOf(name) === type).map(reference);
    return [type, { schema: others.length === 0 ? only : { oneOf: [only, ...others] } }];
  });
  return { content: Object.fromEntries(content) };
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function parametersOf(call: ApiCall): readonly JsonSchema[] {
  const uuid = { type: 'string', format: 'uuid' };
  const header = (name: string, required: boolean, schema: JsonSchema = uuid): JsonSchema => ({
    name,
    in: 'header',
    required,
    schema,
  });
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: uuid,
  }));
  const inQuery = call.query.map((name) => ({ name, in: 'query', required: true, schema: uuid }));
  const mayAsk = (call.mayAsk ?? []).map((name) => ({
    name,
    in: 'query',
    required: false,
    schema: { type: 'string' },
  }));
  const guard = [
    header(APPLICATION_KEY_HEADER, true, { type: 'string' }),
    header(DEVICE_HEADER, true),
    ...(isWrite(call)
      ? [header(ANTI_FORGERY_HEADER, true, { type: 'string' }), header(IDEMPOTENCY_HEADER, false)]
      : []),
  ];
  return [...inPath, ...inQuery, ...mayAsk, ...(call.guarded ? guard : [])];
}

function bodyOf(body: NonNullable<ApiCall['body']>): JsonSchema {
  if (body === 'files')
    return { required: true, content: { 'multipart/form-data': { schema: files } } };
  if (body === 'piece') return { content: { 'application/partial-upload': {} } };
  if (body === 'report')
    return { content: { 'application/csp-report': {}, 'application/reports+json': {} } };
  const schema = reference(`${body.form}Request`);
  return { required: true, content: { 'application/json': { schema } } };
}

/** The part `FormId` must be the first. */
const files: JsonSchema = {
  type: 'object',
  required: ['FormId', 'Files'],
  properties: {
    FormId: { type: 'string', format: 'uuid' },
    Files: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_FILES_OF_A_KIND,
      items: { type: 'string', format: 'binary' },
    },
  },
};

const coordinate = (bound: number): JsonSchema => ({
  type: ['number', 'null'],
  minimum: -bound,
  maximum: bound,
});

/**
 * One schema for a person and one for a business, because their fields differ. The schemas omit some rules; the server
 * reports their problems by field.
 */
const requestOf = (kind: FormKind): JsonSchema => ({
  oneOf: [false, true].map((isBusiness) => ({
    type: 'object',
    required: ['formId', 'formData', 'isBusinessCustomer'],
    properties: {
      formId: { type: 'string', format: 'uuid' },
      isBusinessCustomer: { const: isBusiness },
      latitude: coordinate(90),
      longitude: coordinate(180),
      formData: fieldsOf(kind, isBusiness),
      corrects: {
        type: 'string',
        format: 'uuid',
        description:
          'The returned form that this one corrects. Only where GetInfo announces corrects.',
      },
    },
    additionalProperties: false,
  })),
});

function fieldsOf(kind: FormKind, isBusiness: boolean): JsonSchema {
  const values = valuesOf({}, isBusiness);
  const fields = wireFields(kind, values);
  return {
    type: 'object',
    required: fields.filter((field) => isRequired(field, values)).map(({ name }) => name),
    properties: Object.fromEntries(
      fields.map((field) => {
        const choices = choicesOf(field)?.map(({ value }) => value);
        const isNumber = field.wire === 'number';
        const maxLength = field.rule?.(values)?.maxLength;
        return [
          field.name,
          {
            type: isNumber ? 'integer' : 'string',
            ...(choices === undefined ? {} : { enum: isNumber ? choices.map(Number) : choices }),
            ...(choices !== undefined || maxLength === undefined ? {} : { maxLength }),
          },
        ];
      }),
    ),
    additionalProperties: false,
  };
}
