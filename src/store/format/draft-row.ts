import { formKindRows } from '../../domain/forms/form-kinds.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { FORM_VERSION } from '../form-version.ts';
import type { DraftRow } from '../rows.ts';
import { isMessage } from './message-shape.ts';
import {
  anyOf,
  isFlag,
  isId,
  isNumber,
  isText,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from './shape.ts';

/** What each column of a draft must be. */
export const draftColumns = {
  id: isId<SubmissionId>,
  kind: oneOf(...formKindRows.map(({ kind }) => kind)),
  formVersion: oneOf(FORM_VERSION),
  revision: isNumber,
  values: mapOf(anyOf(isText, isFlag)),
  passedWarnings: listOf(isText),
  section: isText,
  field: orNull(isText),
  location: orNull(
    objectOf({ latitude: isNumber, longitude: isNumber, accuracy: isNumber, at: isNumber }),
  ),
  withoutLocation: isFlag,
  consent: isFlag,
  signatureSize: orNull(objectOf({ width: isNumber, height: isNumber })),
  serverMessage: orNull(isMessage),
  createdAt: isNumber,
  updatedAt: isNumber,
};

/** Whether a stored draft is as this version writes it; `draft-upgrade.ts` reads the others. */
export const isDraftRow: Shape<DraftRow> = objectOf(draftColumns);
