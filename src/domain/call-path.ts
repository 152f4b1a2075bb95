import { type FormKind, formKinds } from './forms/form-kinds.ts';
import type { StepCall } from './submission-types.ts';

export const GET_INFO_PATH = '/Info/GetInfo';

/** The path of a form's call, relative to the backend's address. */
export const callPath = (kind: FormKind, call: Exclude<StepCall, 'GetInfo'>): string =>
  `/${formKinds[kind].folder}/${call}`;
