import { serverProblem } from '../../src/api/contract.ts';

/**
 * The text and the shape of a problem.
 * `title`: type, title, status and the request's id.
 * `field`: one field to correct. All field problems of a call are sent together as ASP.NET's ValidationProblemDetails:
 * dotted PascalCase keys with their sentences.
 * `result`: the API's base answer, for a person to read.
 * `empty`: a status without a body.
 */
export type Wording =
  | Readonly<{ shape: 'title'; status: number; title: string }>
  | Readonly<{ shape: 'field'; at: string; sentence: string }>
  | Readonly<{ shape: 'result'; status: number; heading: string; description: string }>
  | Readonly<{ shape: 'empty'; status: number }>;

/** A problem of one form field. `field`: the app's name of the field. */
const inField = (field: string, sentence: string) =>
  ({
    shape: 'field',
    at: `FormData.${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    sentence,
  }) as const;

const broken = (sentence: string) => (field: string) => inField(field, sentence);

const simCard = broken('The SIM card number must begin with 89 and have 18 to 20 digits.');
const idDate = broken('The ID number does not begin with a date (YYMMDD).');
const imei = broken('The IMEI must have 15 digits with a right check digit, or 16 digits.');

/**
 * The problems of the app's field rules, by rule code. The sentences are for a client's developers. The app has its own
 * sentences for the agent.
 */
const ruleProblems = {
  passport: broken('Enter a 13-digit ID number, or a passport or permit number.'),
  'id-month': idDate,
  'id-date': idDate,
  'id-leap-day': idDate,
  'id-check': broken('The ID number has a wrong digit: its check digit is incorrect.'),
  'iccid-digits': simCard,
  'iccid-start': simCard,
  'iccid-length': simCard,
  phone: broken('Enter a South African number, or another country’s with its +.'),
  mobile: broken('Enter a South African cellphone number.'),
  imsi: broken('The IMSI must have 14 or 15 digits.'),
  imei,
  'imei-check': imei,
  vat: broken('The VAT number must begin with 4 and have 10 digits.'),
  email: broken('Enter an email address such as name@example.co.za.'),
} as const;

const isRuleCode = (code: string): code is keyof typeof ruleProblems =>
  Object.hasOwn(ruleProblems, code);

const titled = (status: number, title: string) => ({ shape: 'title', status, title }) as const;

const at = (place: string, sentence: string) =>
  ({ shape: 'field', at: place, sentence }) as const satisfies Wording;

const result = (status: number, heading: string, description: string) =>
  ({ shape: 'result', status, heading, description }) as const;

/**
 * All problems of an API call, by code. Codes never change, because other code and documents use them. Sentences are
 * fixed and never quote sent data.
 */
const wordings = {
  // Problems that the agent at the form cannot correct.
  'bad-request': () => titled(400, 'Bad request'),
  'unknown-key': () => titled(401, 'Unknown application key'),
  'cross-site': () => titled(403, 'Cross-site request'),
  'not-found': () => titled(404, 'Not found'),
  'too-slow': () => titled(408, 'Request timeout'),
  'name-taken': () => titled(409, 'Another file has this name on this form'),
  decided: () => titled(409, 'The operator has decided this form'),
  'no-length': () => titled(411, 'Length required'),
  'too-large': () => titled(413, 'Too large'),
  'long-address': () => titled(414, 'Address too long'),
  'other-type': () => titled(415, 'Unsupported media type'),
  'unmet-expectation': () => titled(417, 'Expectation failed'),
  'key-reused': () => titled(422, 'This idempotency key was used for another request'),
  'too-many-requests': () => titled(429, 'Too many requests'),
  unavailable: () => titled(503, 'Unavailable'),
  overloaded: () => titled(503, 'Too busy'),
  // ASP.NET also answers without a body. This is how clients recognise a missing token.
  'no-token': () => ({ shape: 'empty', status: 400 }) as const,
  failure: () => result(500, serverProblem.heading, serverProblem.description),
  'no-document-on-form': () =>
    result(404, 'Document not found', 'There is no such document on this form.'),
  'no-document-on-device': () =>
    result(404, 'Document not found', 'There is no such document on this device.'),

  // The call itself.
  'malformed-key': () => at('IdempotencyKey', 'The idempotency key must be a UUID.'),
  'malformed-device': () => at('DeviceIdentifier', 'The device identifier must be a UUID.'),
  'no-form-id': () => at('FormId', 'A form id (UUID) is required.'),
  'unknown-form': () => at('FormId', 'This form is not known. Ask for a new form id.'),
  'malformed-corrects': () => at('Corrects', 'The id of the corrected form must be a UUID.'),
  'no-file-id': () => at('RegistrationFileId', 'A document id (UUID) is required.'),
  'no-body': () => at('$', 'A request body is required.'),
  'invalid-json': () => at('$', 'The request body is not valid JSON.'),
  'not-an-object': () => at('$', 'A JSON object is required.'),
  'unknown-member': () => at('$', 'The request has an unknown member.'),

  // An upload.
  'form-id-first': () => at('FormId', 'The part FormId must come first.'),
  'unknown-part': () => at('$', 'The upload has an unknown part.'),
  'cut-short': () => at('Files', 'The upload was cut short.'),
  'malformed-upload': () => at('Files', 'The upload is malformed.'),
  'no-file': () => at('Files', 'At least one file is required.'),
  'file-name': () => at('Files', 'A file needs a name of 1 to 200 plain characters.'),
  'file-type': (accepted: readonly string[]) =>
    at('Files', `This file is not of a type that is accepted: ${accepted.join(', ')}.`),
  'picture-damaged': () => at('Files', 'A picture is damaged or cut short. Take it again.'),
  'picture-pixels': (max: number) =>
    at('Files', `A picture has more than ${max / 1e6} million pixels. Make it smaller.`),
  'picture-tail': () => at('Files', 'A picture has other data after its end. Take it again.'),
  'pdf-active': () =>
    at(
      'Files',
      'A PDF must not contain scripts, programs or other files. Print it to a plain PDF.',
    ),
  'too-many-documents': (max: number) =>
    at('Files', `A form can have at most ${max} documents of one kind.`),

  // The body of a form.
  'no-customer-kind': () =>
    at('IsBusinessCustomer', 'State whether this is a business customer: true or false.'),
  coordinate: (name: 'Latitude' | 'Longitude', bound: number) =>
    at(name, `Send a number from -${bound} to ${bound}, or null.`),
  'no-form-data': () => at('FormData', 'The form’s fields are required.'),
  'unknown-field': () =>
    at('FormData', 'The form has a field that does not apply to this customer.'),
  'field-required': (field: string) =>
    inField(
      field,
      `The ${field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} is required.`,
    ),
  'field-no-text': (field: string) => inField(field, 'Send text.'),
  'field-unreadable': (field: string) =>
    inField(field, 'Remove the characters that cannot be shown.'),
  'field-choice': (field: string) => inField(field, 'Choose one from the list.'),
  'field-number': (field: string, max: number) => inField(field, `Send a number from 0 to ${max}.`),
  'field-too-long': (field: string, max: number) =>
    inField(field, `Use at most ${max} characters.`),
  'field-malformed': (field: string) => inField(field, 'The format of this field is wrong.'),
  ...ruleProblems,
} satisfies Record<string, (...given: never[]) => Wording>;

type ProblemCode = keyof typeof wordings;

type Given = { [Code in ProblemCode]: Parameters<(typeof wordings)[Code]> };
type Worded = { [Code in ProblemCode]: ReturnType<(typeof wordings)[Code]> };

const table: { [Code in ProblemCode]: (...given: Given[Code]) => Worded[Code] } = wordings;

export type Problem = Wording & Readonly<{ code: ProblemCode }>;

/** A problem at a place in the request that can be corrected. */
export type FieldProblem = Extract<Wording, { shape: 'field' }> & Readonly<{ code: ProblemCode }>;

export function problem<Code extends ProblemCode>(
  code: Code,
  ...given: Given[Code]
): Worded[Code] & { code: Code } {
  return { ...table[code](...given), code };
}

/** Returns the problem that the app's rule found in a field. `max`: the rule's maximum length of a plain text, in characters. */
export function problemOfRule(field: string, code: string, max: number | undefined): FieldProblem {
  if (isRuleCode(code)) return problem(code, field);
  return max === undefined
    ? problem('field-malformed', field)
    : problem('field-too-long', field, max);
}
