import { OUTBOX_PATH, REGISTER_PATH, REPLACE_PATH } from '../pages.ts';

/** Paths with a place for an id, as the router takes them. A form begins without one. */
export const REGISTER_ROUTE = `${REGISTER_PATH}/{-$id}` as const;
export const REPLACE_ROUTE = `${REPLACE_PATH}/{-$id}` as const;
export const SUBMISSION_ROUTE = `${OUTBOX_PATH}/$id` as const;
