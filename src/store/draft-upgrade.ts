import type { Field } from '../domain/forms/form.ts';
import { formOf } from '../domain/forms/form-of.ts';
import type { Value, Values } from '../domain/forms/values.ts';
import { firstSectionOf, newContent } from './draft-content.ts';
import { FORM_VERSION } from './form-version.ts';
import type { DraftRow } from './rows.ts';

/**
 * The draft as today's tables hold it. What an older table had and this one has not goes; what it did not know takes its
 * default. null: a newer app wrote it, and this one must not touch it.
 */
export function upgradeDraft(stored: DraftRow): DraftRow | null {
  if (stored.formVersion === FORM_VERSION) return stored;
  if (stored.formVersion > FORM_VERSION) return null;
  const old: Partial<DraftRow> = stored;
  const { id, kind, createdAt } = stored;
  const { sections } = formOf(kind);
  return {
    ...newContent(kind),
    signatureSize: null,
    updatedAt: createdAt,
    ...old,
    id,
    kind,
    createdAt,
    formVersion: FORM_VERSION,
    revision: (old.revision ?? 0) + 1,
    values: fitting(
      sections.flatMap(({ fields }) => fields),
      old.values ?? {},
    ),
    section: sections.find((section) => section.id === old.section)?.id ?? firstSectionOf(kind),
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
