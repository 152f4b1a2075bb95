import type { FormKind } from '../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../domain/ids.ts';
import { CAPTURED_PATH, OUTBOX_PATH, REGISTER_PATH, REPLACE_PATH } from './page-paths.ts';

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
