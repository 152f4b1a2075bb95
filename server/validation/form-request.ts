import { identityKinds } from '../../src/domain/forms/customer.ts';
import type { Field, Option, Rule } from '../../src/domain/forms/form.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../src/domain/forms/form-of.ts';
import type { RuleIssue } from '../../src/domain/forms/issue.ts';
import { builtInOptions } from '../../src/domain/forms/options.ts';
import { stripUnreadable, type Values } from '../../src/domain/forms/values.ts';
import { sentFields } from '../../src/domain/forms/wire-body.ts';
import { type FieldProblem, problem, problemOfRule } from '../answers/problems.ts';
import type { FormContent } from '../repository/repository-port.ts';
import { uuidFrom } from './identifiers.ts';

/**
 * Converts a form's `formData` to the values that the app's rules check. Some answers are not sent, so the most
 * permissive ones are assumed. The identity document is 'passport or permit', which also accepts a South African ID
 * number by its own rules. There is a work address.
 */
export const valuesOf = (data: Readonly<Record<string, unknown>>, isBusiness: boolean): Values => ({
  ...Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  ),
  ...assumedAnswers,
  isBusinessCustomer: isBusiness,
});

const assumedAnswers: Values = { identityKind: identityKinds.passport, hasWorkAddress: true };

/** The fields that `formData` may have for this customer: those of the app's own tables, without fields that are never sent. */
export const wireFields = (kind: FormKind, values: Values): readonly Field[] =>
  sentFields(formOf(kind), values);

/**
 * True if the field must be filled in. If a field depends on an unsent answer, the server is less strict than the app:
 * half a work address is better than a registration that stays on a phone.
 */
export const isRequired = (field: Field, values: Values): boolean =>
  field.required(values) && (field.applies?.({ ...values, hasWorkAddress: false }) ?? true);

/**
 * Returns the choices of a field, or null if it has none. The server is stricter than the app, which accepts the lists
 * of any backend. This server's lists have only these choices.
 */
export const choicesOf = ({ options }: Field): readonly Option[] | null =>
  typeof options === 'string' ? builtInOptions[options] : null;

type ParsedForm =
  | Readonly<{
      status: 'valid';
      content: FormContent;
      /** The id of the returned form that this one corrects. Null if the form is no correction. */
      corrects: string | null;
    }>
  | Readonly<{ status: 'invalid'; problems: readonly FieldProblem[] }>;

const members = new Set(['formId', 'formData', 'latitude', 'longitude', 'isBusinessCustomer']);

/**
 * Checks the body of RegisterSim or ReplaceSim against the contract. Accepted content has only known fields, none of
 * them empty. Messages never quote sent values or unknown names. `mayCorrect`: whether the body may have `corrects`.
 */
export function parseFormRequest(kind: FormKind, body: unknown, mayCorrect: boolean): ParsedForm {
  if (!isRecord(body)) return { status: 'invalid', problems: [problem('not-an-object')] };
  const problems: FieldProblem[] = [];
  const isCorrection = mayCorrect && 'corrects' in body;
  if (
    Object.keys(body).some((name) => !members.has(name) && !(isCorrection && name === 'corrects'))
  ) {
    problems.push(problem('unknown-member'));
  }
  const corrects = isCorrection ? uuidFrom(body['corrects']) : null;
  if (isCorrection && corrects === null) problems.push(problem('malformed-corrects'));
  const formId = uuidFrom(body['formId']);
  if (formId === null) problems.push(problem('no-form-id'));
  const isBusinessCustomer = body['isBusinessCustomer'];
  if (typeof isBusinessCustomer !== 'boolean') problems.push(problem('no-customer-kind'));
  const latitude = coordinate(body['latitude'], 90, 'Latitude', problems);
  const longitude = coordinate(body['longitude'], 180, 'Longitude', problems);
  const formData = parseFields(kind, body['formData'], isBusinessCustomer === true, problems);
  if (formId === null || problems.length > 0) return { status: 'invalid', problems };
  return {
    status: 'valid',
    corrects,
    content: {
      formId,
      formData,
      latitude,
      longitude,
      isBusinessCustomer: isBusinessCustomer === true,
    },
  };
}

function coordinate(
  value: unknown,
  bound: number,
  name: 'Latitude' | 'Longitude',
  problems: FieldProblem[],
): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Math.abs(value) <= bound) return value;
  problems.push(problem('coordinate', name, bound));
  return null;
}

function parseFields(
  kind: FormKind,
  data: unknown,
  isBusiness: boolean,
  problems: FieldProblem[],
): Record<string, string | number> {
  if (!isRecord(data)) {
    problems.push(problem('no-form-data'));
    return {};
  }
  const values = valuesOf(data, isBusiness);
  const fields = wireFields(kind, values);
  const known = new Set(fields.map((field) => field.name));
  if (Object.keys(data).some((name) => !known.has(name))) problems.push(problem('unknown-field'));
  const parsed: Record<string, string | number> = {};
  for (const field of fields) {
    const value = data[field.name];
    const found = check(field, value, values);
    if (found !== null) {
      problems.push(found);
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      parsed[field.name] = value;
    }
  }
  return parsed;
}

/**
 * Checks a value. The server is stricter than the app: it does not normalise values first, so that ID, SIM and phone
 * numbers are stored in the app's format. It is less strict for warnings: it accepts such values, because the agent has
 * seen the warning.
 */
function check(field: Field, value: unknown, values: Values): FieldProblem | null {
  if (value === undefined || value === null || value === '') {
    return isRequired(field, values) ? problem('field-required', field.name) : null;
  }
  const choices = choicesOf(field)?.map((choice) => choice.value);
  if (field.wire === 'number') {
    const max = Math.max(...(choices ?? []).map(Number));
    const fits = typeof value === 'number' && choices?.includes(String(value)) === true;
    return fits ? null : problem('field-number', field.name, max);
  }
  if (typeof value !== 'string') return problem('field-no-text', field.name);
  if (stripUnreadable(value) !== value) return problem('field-unreadable', field.name);
  if (value.trim() === '' && isRequired(field, values)) {
    return problem('field-required', field.name);
  }
  if (choices !== undefined) {
    return choices.includes(value) ? null : problem('field-choice', field.name);
  }
  const rule = field.rule?.(values);
  const error = rule?.check(value).find(isError);
  if (rule === undefined || error === undefined) return null;
  return field.wire === 'unspaced' && isRightWithSpaces(rule, value)
    ? null
    : problemOfRule(field.name, error.code, rule.maxLength);
}

const isError = ({ level }: RuleIssue) => level === 'error';

/**
 * Returns true if the app makes this value from a right text with spaces. The app checks the text before it removes
 * them, and the rule counts them. Two spaces are enough for the shortest value.
 */
function isRightWithSpaces(rule: Rule, value: string): boolean {
  const typed = value.replace(/^.(?=.)/, '$&  ');
  return rule.normalise(typed) === typed && !rule.check(typed).some(isError);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
