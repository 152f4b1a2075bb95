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

/** Whether every file that the page's HTML links can be had. */
const filesAreHere = (): Promise<boolean> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[crossorigin]:not([disabled])')].map(
      ({ href }) => fetch(href),
    ),
  ).then(
    (answers) => answers.every(({ ok }) => ok),
    () => false,
  );

/**
 * Where the page's HTML shows the start of a form, waits until its code can be loaded, for as long as something typed stands there:
 * an error in its place would throw it away. The HTML then says that nothing is saved yet. The code is fetched first and imported
 * later, as no browser tries again to import what failed once in a page: https://html.spec.whatwg.org/multipage/webappapis.html#module-map.
 * With a worker in control its copies are at hand.
 */
export async function fetchWhileTyping(): Promise<void> {
  if (document.getElementById(EARLY_FORM) === null) return;
  if (navigator.serviceWorker?.controller != null) return;
  while (!(await filesAreHere()) && isTypedInto()) {
    document.getElementById(EARLY_NOTICE)?.removeAttribute('hidden');
    await pause(RETRY_MS);
  }
}
