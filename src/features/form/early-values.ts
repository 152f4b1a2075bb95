import { allFields, type Form, valueOfField } from '../../domain/forms/form.ts';
import type { Values } from '../../domain/forms/values.ts';
import { EARLY_FORM, early } from './early-form.ts';

/**
 * What was typed into the page's HTML before this code was here. Nothing once the app's own form has taken its place: call it
 * before. Where the lock's screen came in between, it is kept until then.
 */
export function earlyValues(form: Form): Values {
  const { kept } = early;
  const isKept = kept?.path === location.pathname;
  // Once: another customer's form must not have it.
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

/** The lock's screen takes the place of the form in the page's HTML: what was typed there waits for the form itself. */
export function keepEarlyForm(): void {
  const form = document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`);
  if (form !== null) early.kept = { path: location.pathname, form };
}
