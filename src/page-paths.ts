import type { FormKind } from './domain/forms/form-kinds.ts';
import type { SubmissionId } from './domain/ids.ts';

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

const FORM_PATHS: Readonly<Record<FormKind, string>> = {
  registration: REGISTER_PATH,
  replacement: REPLACE_PATH,
};

/** Where the form of a draft, or of a refused submission, opens. */
export const formPath = ({ kind, id }: Readonly<{ kind: FormKind; id: SubmissionId }>): string =>
  `${FORM_PATHS[kind]}/${id}`;

/** Whether a form stands there: a new one, or one with an id. */
export const isFormPath = (path: string): boolean =>
  Object.values(FORM_PATHS).some((start) => path === start || path.startsWith(`${start}/`));

/** Where one submission is shown. */
export const submissionPath = (id: SubmissionId): string => `${OUTBOX_PATH}/${id}`;
