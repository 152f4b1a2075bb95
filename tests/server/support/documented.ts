import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { answersOf, apiCalls } from '../../../server/contract/api-calls.ts';

type Answered = Readonly<{
  method: string;
  url: string;
  status: number;
  /** The answer's Content-Type. */
  type: string | null;
  text: string;
}>;

type Response = Readonly<{
  $ref?: string;
  content?: Readonly<Record<string, Readonly<{ schema?: unknown }>>>;
}>;
type Description = Readonly<{
  paths: Record<string, Record<string, Readonly<{ responses: Record<string, Response> }>>>;
  components: Readonly<{ responses: Record<string, Response> }>;
}>;

const description: Description = JSON.parse(
  readFileSync(new URL('../../../server/contract/openapi.json', import.meta.url), 'utf8'),
);
// Not strict, because an OpenAPI description has more than schemas.
const ajv = new Ajv2020({
  strict: false,
  formats: { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i },
});
ajv.addSchema(description, 'api');

const patterns = apiCalls.map((call) => ({
  call,
  pattern: new RegExp(`^/api${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

const pointer = (...steps: readonly string[]): string =>
  `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

const compiled = new Map<string, ValidateFunction>();

function schemaAt(address: string): ValidateFunction {
  const schema = compiled.get(address) ?? ajv.compile({ $ref: address });
  compiled.set(address, schema);
  return schema;
}

/** Returns the deviation of an answer from the committed description. Returns null if there is none. */
function deviation(path: string, method: string, { status, type, text }: Answered): string | null {
  const code = String(status);
  const told = description.paths[path]?.[method]?.responses[code];
  if (told === undefined) return 'is not described';
  const isShared = told.$ref !== undefined;
  const { content } = isShared ? (description.components.responses[code] ?? {}) : told;
  if (content === undefined) return text === '' ? null : 'has a body';
  if ('*/*' in content) return null;
  const name = (type ?? '').split(';')[0] ?? '';
  const described = content[name];
  if (described === undefined) return `is of type '${name}'`;
  const steps = isShared
    ? ['components', 'responses', code]
    : ['paths', path, method, 'responses', code];
  const validate = schemaAt(pointer(...steps, 'content', name, 'schema'));
  return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors);
}

export class Undocumented extends Error {}

/** Throws `Undocumented` if the answer to a call of the API does not match the committed description. */
export function expectDocumented(answered: Answered): void {
  const { method, status, text, url } = answered;
  const path = url.split('?')[0] ?? '';
  const found = patterns.find(
    ({ call, pattern }) => call.method === method.toLowerCase() && pattern.test(path),
  );
  // A call that does not exist has no description.
  if (found === undefined) return;
  const { call } = found;
  // Only the description's words say that a body may be empty; its schema does not.
  const mayBeEmpty = method === 'HEAD' || answersOf(call)[status]?.includes('empty') === true;
  const wrong =
    text === '' && mayBeEmpty ? null : deviation(call.path, method.toLowerCase(), answered);
  if (wrong !== null)
    throw new Undocumented(
      `The description of ${method} ${call.path} has no such ${status}: it ${wrong}: ${text.slice(0, 300)}`,
    );
}

/** `fetch` that also checks the answer against the description. */
export async function fetchDocumented(
  address: string | URL,
  init: RequestInit = {},
): Promise<globalThis.Response> {
  const reply = await fetch(address, init);
  expectDocumented({
    method: init.method ?? 'GET',
    url: new URL(address).pathname,
    status: reply.status,
    type: reply.headers.get('content-type'),
    text: await reply.clone().text(),
  });
  return reply;
}
