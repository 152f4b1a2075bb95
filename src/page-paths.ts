import type { FormKind } from './domain/forms/form-kinds.ts';
import type { SubmissionId } from './domain/ids.ts';

/*
 * The address of every page of the app; their titles are in `messages/en/pages.ts`. Single constants, which the bundler inlines:
 * an object would be loaded with Home.
 */

export const HOME_PATH = '/';
export const REGISTER_PATH = '/register';
export const REPLACE_PATH = '/replace';
export const OUTBOX_PATH = '/outbox';
export const SETTINGS_PATH = '/settings';
export const TERMS_PATH = '/help/termsconditions';
/** A document of its own, as only its content security policy allows the provider's script. */
export const SIGN_IN_PATH = '/sign-in.html';

const FORM_PATHS: Readonly<Record<FormKind, string>> = {
  registration: REGISTER_PATH,
  replacement: REPLACE_PATH,
};

/** The address of the form of a draft or a refused submission. */
export const formPath = ({ kind, id }: Readonly<{ kind: FormKind; id: SubmissionId }>): string =>
  `${FORM_PATHS[kind]}/${id}`;

/** Whether the path is that of a form, new or with an id. */
export const isFormPath = (path: string): boolean =>
  Object.values(FORM_PATHS).some((start) => path === start || path.startsWith(`${start}/`));

/** The address of a submission's screen. */
export const submissionPath = (id: SubmissionId): string => `${OUTBOX_PATH}/${id}`;
