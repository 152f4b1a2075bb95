import type { FormKind } from '../../src/domain/forms/form.ts';
import type { FieldErrors } from '../answers.ts';
import { companyTypes, type FormField, formFields, lastBusinessType } from './form-fields.ts';
import { uuidFrom } from './identifiers.ts';

/** The body of RegisterSim and ReplaceSim, parsed: only known fields, none of them empty. */
export interface FormRequest {
  readonly formId: string;
  readonly formData: Record<string, string | number>;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly isBusinessCustomer: boolean;
}

export type ParsedForm =
  | { readonly status: 'valid'; readonly request: FormRequest }
  | { readonly status: 'invalid'; readonly errors: FieldErrors };

const members = new Set(['formId', 'formData', 'latitude', 'longitude', 'isBusinessCustomer']);

/** Checks a body against the contract. Messages never quote what was sent, nor unknown names. */
export function parseFormRequest(kind: FormKind, body: unknown): ParsedForm {
  if (!isRecord(body)) {
    return { status: 'invalid', errors: { $: ['A JSON object is required.'] } };
  }
  const errors: FieldErrors = {};
  if (Object.keys(body).some((name) => !members.has(name))) {
    errors['$'] = ['The request has a member that is not known.'];
  }
  const formId = uuidFrom(body['formId']);
  if (formId === null) {
    errors['FormId'] = ['A form id (UUID) is required.'];
  }
  const isBusinessCustomer = body['isBusinessCustomer'];
  if (typeof isBusinessCustomer !== 'boolean') {
    errors['IsBusinessCustomer'] = ['Say whether this is a business customer: true or false.'];
  }
  const latitude = coordinate(body['latitude'], 90, 'Latitude', errors);
  const longitude = coordinate(body['longitude'], 180, 'Longitude', errors);
  const formData = parseFields(kind, body['formData'], isBusinessCustomer === true, errors);
  if (formId === null || Object.keys(errors).length > 0) {
    return { status: 'invalid', errors };
  }
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
  if (value === null || value === undefined) {
    return null;
  }
  if (typeof value === 'number' && Math.abs(value) <= bound) {
    return value;
  }
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
  const fields = formFields[kind].filter((field) => isBusiness || field.customers === 'all');
  const known = new Set(fields.map((field) => field.name));
  if (Object.keys(data).some((name) => !known.has(name))) {
    errors['FormData'] = ['The form has a field that does not apply to this customer.'];
  }
  const parsed: Record<string, string | number> = {};
  for (const field of fields) {
    const value = data[field.name];
    const wrong = check(field, value, data);
    if (wrong !== null) {
      errors[`FormData.${pascal(field.name)}`] = [wrong];
    } else if ((typeof value === 'string' && value !== '') || typeof value === 'number') {
      parsed[field.name] = value;
    }
  }
  return parsed;
}

function check(field: FormField, value: unknown, data: Record<string, unknown>): string | null {
  if (value === undefined || value === null || value === '') {
    return isRequired(field, data) ? `The ${spoken(field.name)} is required.` : null;
  }
  if (field.type === 'business type') {
    const fits = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= lastBusinessType;
    return fits ? null : `Send a number from 0 to ${lastBusinessType}.`;
  }
  if (typeof value !== 'string') {
    return 'Send text.';
  }
  if (unreadable.test(value)) {
    return 'Take out the characters that cannot be shown.';
  }
  if (value.trim() === '' && isRequired(field, data)) {
    return `The ${spoken(field.name)} is required.`;
  }
  return field.rule(value);
}

/**
 * Control characters but for tabs and line ends, and halves of characters. What joins letters or turns the direction of
 * text stays: names are written with it.
 */
const unreadable = /[^\P{Cc}\t\r\n]|\p{Cs}/u;

function isRequired(field: FormField, data: Record<string, unknown>): boolean {
  switch (field.required) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'for companies':
      return companyTypes.includes(Number(data['businessType'] ?? Number.NaN));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const spoken = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
