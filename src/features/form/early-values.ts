import { allFields, type Form, valueOfField } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import { EARLY_FORM } from './early-form.ts';

/**
 * What was typed into the page's HTML before this code was here. Nothing once the app's own form has taken its place: call it
 * before.
 */
export function earlyValues(form: Form): Values {
  const early = document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`);
  const typed = new FormData(early ?? undefined);
  const values: Record<string, Values[string]> = {};
  for (const field of allFields(form)) {
    const value = typed.get(field.name);
    const before = valueOfField(field, {});
    if (typeof value === 'string' && value !== String(before))
      values[field.name] = typeof before === 'boolean' ? value === 'true' : value;
  }
  return values;
}
