import type { Field } from '../../domain/forms/form.ts';
import { formKindRows } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import type { Value, Values } from '../../domain/forms/values.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { firstSectionOf, newContent } from '../drafts/draft-content.ts';
import type { DraftRow, StoredDraft } from './rows.ts';
import {
  anyOf,
  isFlag,
  isId,
  isNumber,
  isObject,
  isText,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from './shape.ts';
import { isMessage } from './submission-row.ts';

/** The version of the tables in `domain/forms`. It grows when a field is removed or renamed, or when its values change. */
export const FORM_VERSION = 1;

const draftColumns = {
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

// Drafts of older builds have no `scanned`.
const addedColumns = { scanned: mapOf(isText) };

/** True if a stored draft has this version's format. `decodeDraft` reads older drafts. */
export const isDraftRow: Shape<DraftRow> = objectOf(draftColumns, addedColumns);

const orElse = <T>(value: unknown, shape: Shape<T>, otherwise: T): T =>
  shape(value) ? value : otherwise;

/**
 * Reads a draft of this or any older version. Drops values of fields that no longer exist. Gives missing or invalid columns their
 * default. Returns null if a newer version wrote the draft: this version must not change such a draft.
 */
export function decodeDraft(stored: StoredDraft): DraftRow | null {
  if (isDraftRow(stored)) return stored;
  const { formVersion, id, kind } = stored;
  const isNewer = isNumber(formVersion) && formVersion > FORM_VERSION;
  if (isNewer || !draftColumns.kind(kind)) return null;
  const { sections } = formOf(kind);
  const blank = newContent(kind);
  const createdAt = orElse(stored.createdAt, isNumber, 0);
  return {
    ...stored,
    id,
    kind,
    formVersion: FORM_VERSION,
    revision: orElse(stored.revision, isNumber, 0) + 1,
    values: fitting(
      sections.flatMap(({ fields }) => fields),
      isObject(stored.values) ? stored.values : {},
    ),
    scanned: orElse(stored.scanned, addedColumns.scanned, {}),
    passedWarnings: orElse(
      stored.passedWarnings,
      draftColumns.passedWarnings,
      blank.passedWarnings,
    ),
    section: sections.find((section) => section.id === stored.section)?.id ?? firstSectionOf(kind),
    field: orElse(stored.field, draftColumns.field, blank.field),
    location: orElse(stored.location, draftColumns.location, blank.location),
    withoutLocation: orElse(
      stored.withoutLocation,
      draftColumns.withoutLocation,
      blank.withoutLocation,
    ),
    consent: orElse(stored.consent, draftColumns.consent, blank.consent),
    signatureSize: orElse(stored.signatureSize, draftColumns.signatureSize, null),
    serverMessage: orElse(stored.serverMessage, draftColumns.serverMessage, blank.serverMessage),
    createdAt,
    updatedAt: orElse(stored.updatedAt, isNumber, createdAt),
  };
}

function fitting(fields: readonly Field[], values: Readonly<Record<string, unknown>>): Values {
  const fitted: Record<string, Value> = {};
  for (const field of fields) {
    const value = heldBy(field, values[field.name]);
    if (value !== undefined) fitted[field.name] = value;
  }
  return fitted;
}

function heldBy({ defaultValue, options }: Field, value: unknown): Value | undefined {
  if (typeof defaultValue === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  }
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const isKnown = !Array.isArray(options) || options.some((option) => option.value === value);
  return isKnown ? value : undefined;
}
