/**
 * Ids in the page's HTML. The HTML contains the start of a form before the app's code is loaded
 * (`prerendered-form-view.tsx`).
 */
export const PRERENDERED_FORM = 'early-form';

/** Shown only if the app's code cannot be loaded. */
export const PRERENDERED_NOTICE = 'early-notice';

/** The prerendered form that the lock screen replaced. Kept in memory until the app's own form loads. */
export const prerendered: { kept: Readonly<{ path: string; form: HTMLFormElement }> | null } = {
  kept: null,
};
