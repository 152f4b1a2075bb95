import { allFields, type Form, valueOfField } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import { EARLY_FORM, early } from './early-form.ts';

/**
 * Returns the values typed into the prerendered form. Call it before the app's own form replaces that one. If the lock screen came
 * between, the values are kept until then.
 */
export function earlyValues(form: Form): Values {
  const { kept } = early;
  const isKept = kept?.path === location.pathname;
  // Used once: another customer's form must not get the values.
  if (isKept) early.kept = null;
  const here = document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`);
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
export function keepEarlyForm(): void {
  const form = document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`);
  if (form !== null) early.kept = { path: location.pathname, form };
}
