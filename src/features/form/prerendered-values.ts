import { allFields, type Form, valueOfField } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import { PRERENDERED_FORM, prerendered } from './prerendered-form.ts';

/**
 * Returns the values typed into the prerendered form. Call this before the app's own form replaces the prerendered
 * form. If the lock screen was shown first, its kept copy of the form supplies the values.
 */
export function prerenderedValues(form: Form): Values {
  const { kept } = prerendered;
  const isKept = kept?.path === location.pathname;
  // The kept values are used only once: another customer's form must not get them.
  if (isKept) prerendered.kept = null;
  const here = document.querySelector<HTMLFormElement>(`#${PRERENDERED_FORM}`);
  const typed = new FormData(here ?? (isKept ? kept.form : undefined));
  const values: Record<string, Values[string]> = {};
  for (const field of allFields(form)) {
    const value = typed.get(field.name);
    const before = valueOfField(field, {});
    if (typeof value === 'string' && value !== String(before))
      values[field.name] = typeof before === 'boolean' ? value === 'true' : value;
  }
  return values;
}

/** Keeps the prerendered form before the lock screen replaces it. */
export function keepPrerenderedForm(): void {
  const form = document.querySelector<HTMLFormElement>(`#${PRERENDERED_FORM}`);
  if (form !== null) prerendered.kept = { path: location.pathname, form };
}
