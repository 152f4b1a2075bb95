import {
  CAPTURED_PATH,
  OUTBOX_PATH,
  PRACTISE_PATH,
  REGISTER_PATH,
  REPLACE_PATH,
  SETTINGS_PATH,
} from '../paths/page-paths.ts';

/** Paths with an id, in the router's notation. A form's id is optional, because a new form has none. */
export const REGISTER_ROUTE = `${REGISTER_PATH}/{-$id}` as const;
export const REPLACE_ROUTE = `${REPLACE_PATH}/{-$id}` as const;
export const PRACTISE_ROUTE = `${PRACTISE_PATH}/{-$id}` as const;
export const CAPTURED_ROUTE = `${CAPTURED_PATH}/$id` as const;
export const SUBMISSION_ROUTE = `${OUTBOX_PATH}/$id` as const;
export const SETTINGS_PAGE_ROUTE = `${SETTINGS_PATH}/$page` as const;
