import type { Field, FormKind, Values } from '../../src/domain/forms/form.ts';
import { stripUnreadable } from '../../src/domain/forms/strip.ts';
import { errorsFor } from '../answers/problems.ts';
import type { FieldErrors } from '../answers/results.ts';
import { choicesOf, isRequired, valuesOf, wireFields } from './form-fields.ts';
import { uuidFrom } from './identifiers.ts';
import { sentenceFor } from './rule-sentences.ts';

/** The body of RegisterSim and ReplaceSim, parsed: only known fields, none of them empty. */
export type FormRequest = Readonly<{
  formId: string;
  formData: Record<string, string | number>;
  latitude: number | null;
  longitude: number | null;
  isBusinessCustomer: boolean;
}>;

export type ParsedForm =
  | Readonly<{ status: 'valid'; request: FormRequest }>
  | Readonly<{ status: 'invalid'; errors: FieldErrors }>;

const members = new Set(['formId', 'formData', 'latitude', 'longitude', 'isBusinessCustomer']);

/** Checks a body against the contract. Messages never quote what was sent, nor unknown names. */
export function parseFormRequest(kind: FormKind, body: unknown): ParsedForm {
  if (!isRecord(body)) return { status: 'invalid', errors: { $: ['A JSON object is required.'] } };
  const errors: FieldErrors = {};
  if (Object.keys(body).some((name) => !members.has(name))) {
    errors['$'] = ['The request has a member that is not known.'];
  }
  const formId = uuidFrom(body['formId']);
  if (formId === null) Object.assign(errors, errorsFor('no-form-id'));
  const isBusinessCustomer = body['isBusinessCustomer'];
  if (typeof isBusinessCustomer !== 'boolean') {
    errors['IsBusinessCustomer'] = ['Say whether this is a business customer: true or false.'];
  }
  const latitude = coordinate(body['latitude'], 90, 'Latitude', errors);
  const longitude = coordinate(body['longitude'], 180, 'Longitude', errors);
  const formData = parseFields(kind, body['formData'], isBusinessCustomer === true, errors);
  if (formId === null || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return {
    status: 'valid',
    request: {
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
  key: string,
  errors: FieldErrors,
): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Math.abs(value) <= bound) return value;
  errors[key] = [`Send a number from -${bound} to ${bound}, or null.`];
  return null;
}

function parseFields(
  kind: FormKind,
  data: unknown,
  isBusiness: boolean,
  errors: FieldErrors,
): Record<string, string | number> {
  if (!isRecord(data)) {
    errors['FormData'] = ['The form’s fields are required.'];
    return {};
  }
  const values = valuesOf(data, isBusiness);
  const fields = wireFields(kind, values);
  const known = new Set(fields.map((field) => field.name));
  if (Object.keys(data).some((name) => !known.has(name))) {
    errors['FormData'] = ['The form has a field that does not apply to this customer.'];
  }
  const parsed: Record<string, string | number> = {};
  for (const field of fields) {
    const value = data[field.name];
    const wrong = check(field, value, values);
    if (wrong !== null) {
      errors[`FormData.${pascal(field.name)}`] = [wrong];
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      parsed[field.name] = value;
    }
  }
  return parsed;
}

/**
 * Stricter than the app: what it normalises before it sends is taken in no other form, since what is stored must mean one
 * thing. The app's warnings are none of ours: the person has seen them.
 */
function check(field: Field, value: unknown, values: Values): string | null {
  if (value === undefined || value === null || value === '') {
    return isRequired(field, values) ? `The ${spoken(field.name)} is required.` : null;
  }
  const choices = choicesOf(field)?.map((choice) => choice.value);
  if (field.name === 'businessType') {
    const most = Math.max(...(choices ?? []).map(Number));
    const fits = typeof value === 'number' && choices?.includes(String(value)) === true;
    return fits ? null : `Send a number from 0 to ${most}.`;
  }
  if (typeof value !== 'string') return 'Send text.';
  if (stripUnreadable(value) !== value) return 'Take out the characters that cannot be shown.';
  if (value.trim() === '' && isRequired(field, values)) {
    return `The ${spoken(field.name)} is required.`;
  }
  if (choices !== undefined) return choices.includes(value) ? null : 'Choose one from the list.';
  const rule = field.rule?.(values);
  const error = rule?.check(value).find(({ level }) => level === 'error');
  return rule === undefined || error === undefined ? null : sentenceFor(error, rule);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const spoken = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
