import { EARLY_FORM, early } from './early-form.ts';

/** The lock's screen takes the place of the form in the page's HTML: what was typed there waits for the form itself. */
export function keepEarlyForm(): void {
  const form = document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`);
  if (form !== null) early.kept = { path: location.pathname, form };
}
