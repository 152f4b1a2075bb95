/*
 * The address of every page of the app. What each page is called is in `messages/en/pages.ts`. One constant each: the bundler
 * writes them where they are used, and an object would travel with Home.
 */

export const HOME_PATH = '/';
export const REGISTER_PATH = '/register';
export const REPLACE_PATH = '/replace';
export const OUTBOX_PATH = '/outbox';
export const SETTINGS_PATH = '/settings';
export const TERMS_PATH = '/help/termsconditions';
/** A document of its own: the provider's script is allowed there and nowhere else. */
export const SIGN_IN_PATH = '/sign-in.html';
