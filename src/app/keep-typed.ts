import { EARLY_FORM, EARLY_NOTICE } from '../features/form/early-form.ts';
import { pause } from '../timers.ts';

const RETRY_MS = 3_000;

const isChanged = (element: Element): boolean =>
  element instanceof HTMLInputElement
    ? element.value !== element.defaultValue || element.checked !== element.defaultChecked
    : element instanceof HTMLSelectElement && element.value !== '';

/** Whether something was typed or chosen in the form that the page's HTML shows. */
const isTypedInto = (): boolean =>
  [...(document.querySelector<HTMLFormElement>(`#${EARLY_FORM}`)?.elements ?? [])].some(isChanged);

/**
 * Loads a form's code; again for as long as that fails and something typed stands in the page's HTML, since an error in its place
 * would throw it away. The HTML then says that nothing is saved yet. Rejects as `load` does where nothing was typed.
 */
export async function keepTyped<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isTypedInto()) throw error;
      document.getElementById(EARLY_NOTICE)?.removeAttribute('hidden');
      await pause(RETRY_MS);
    }
  }
}
