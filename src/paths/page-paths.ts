import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';

/* The addresses of all pages of the app. Their titles are in `messages/shell.ts`. Single constants, which the
   bundler inlines, because Home would load an object. */

export const HOME_PATH = '/';
export const REGISTER_PATH = '/register';
export const REPLACE_PATH = '/replace';
export const OUTBOX_PATH = '/outbox';
/** The fragment of the outbox's address that opens the explanation of the wait. */
export const HOLD_FRAGMENT = 'open-hold';
export const CAPTURED_PATH = '/captured';
export const SETTINGS_PATH = '/settings';
/** The settings' page of the session. */
export const SESSION_PATH = `${SETTINGS_PATH}/sign-in`;
export const HELP_PATH = '/help/guide';
export const READY_PATH = '/ready';
/** The practice form of a registration. Nothing is kept or sent. */
export const PRACTISE_PATH = '/practise';
export const TERMS_PATH = '/help/termsconditions';
/** A separate document, because only its content security policy allows the provider's script. */
export const SIGN_IN_PATH = '/sign-in.html';
/** Plain HTML for a browser that cannot run the app. */
export const OLD_BROWSER_PATH = '/old-browser.html';

/** True if the path is a form's path, new or with an id. */
export const isFormPath = (path: string): boolean =>
  [REGISTER_PATH, REPLACE_PATH, PRACTISE_PATH].some((start) => `${path}/`.startsWith(`${start}/`));

const FORM_PATHS: Readonly<Record<FormKind, string>> = {
  registration: REGISTER_PATH,
  replacement: REPLACE_PATH,
};

/** The form's address for a draft or a refused submission. */
export const formPath = ({ kind, id }: Readonly<{ kind: FormKind; id: SubmissionId }>): string =>
  `${FORM_PATHS[kind]}/${id}`;

export const capturedPath = (id: SubmissionId): string => `${CAPTURED_PATH}/${id}`;

export const newFormPath = (kind: FormKind): string => FORM_PATHS[kind];

export const submissionPath = (id: SubmissionId): string => `${OUTBOX_PATH}/${id}`;

/** Paths with an id, in the router's notation. A form's id is optional, because a new form has none. */
export const REGISTER_ROUTE = `${REGISTER_PATH}/{-$id}` as const;
export const REPLACE_ROUTE = `${REPLACE_PATH}/{-$id}` as const;
export const PRACTISE_ROUTE = `${PRACTISE_PATH}/{-$id}` as const;
export const CAPTURED_ROUTE = `${CAPTURED_PATH}/$id` as const;
export const SUBMISSION_ROUTE = `${OUTBOX_PATH}/$id` as const;
export const SETTINGS_PAGE_ROUTE = `${SETTINGS_PATH}/$page` as const;
