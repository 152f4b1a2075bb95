/** Ids in the page's HTML, where the start of a form stands before the app's code is here (`first-look.tsx`). */
export const EARLY_FORM = 'early-form';

/** Hidden until that code could not be loaded. */
export const EARLY_NOTICE = 'early-notice';

/** What the lock's screen took the place of, until the form itself is there: in the memory of this page, and nowhere else. */
export const early: { kept: Readonly<{ path: string; form: HTMLFormElement }> | null } = {
  kept: null,
};
