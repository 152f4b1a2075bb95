/** Ids in the page's HTML, where the start of a form stands before the app's code is here (`first-look.tsx`). */
export const EARLY_FORM = 'early-form';

/** Hidden until that code could not be loaded. */
export const EARLY_NOTICE = 'early-notice';
