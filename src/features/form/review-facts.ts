import {
  type Field,
  fieldsWithin,
  filesOf,
  type OptionLists,
  type Section,
  valueOfField,
} from '../../domain/forms/form.ts';
import type { FormPart } from '../../domain/forms/form-parts.ts';
import { witnessOf } from '../../domain/forms/witness.ts';
import { fieldsText } from '../../messages/fields.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { say } from '../../messages/say.ts';
import type { DraftContent } from '../../store/draft-content.ts';
import type { AttachmentRow, Location } from '../../store/rows.ts';
import { choicesOf } from './choices.ts';
import { labelOf } from './labels.ts';
import type { UnsavedFile } from './parts.ts';

/** A line of the review; several lines where there are several files. Empty: nothing was entered. */
export type Fact = Readonly<{ name: string; lines: readonly string[] }>;

export type Reviewed = Readonly<{
  content: DraftContent;
  options: OptionLists;
  files: readonly AttachmentRow[];
  /** Not on the disk yet. */
  preparing: readonly Pick<UnsavedFile, 'kind' | 'name'>[];
  hasSignature: boolean;
  /** A size for people. */
  formatBytes: (bytes: number) => string;
}>;

/** Everything entered in one section, in the order in which the section asks for it. */
export function factsOf(section: Section, reviewed: Reviewed): readonly Fact[] {
  const { content, files, preparing, formatBytes } = reviewed;
  const { values } = content;
  const t = formLaterText();
  return [
    // What stands inside a kind of document or a part shows in what that one says.
    ...fieldsWithin(section, values, undefined).map((field) => ({
      name: labelOf(field, values),
      lines: fieldLines(field, reviewed),
    })),
    ...filesOf(section, values).map(({ kind }) => ({
      name: fieldsText().document[kind],
      lines: [
        ...files
          .filter((file) => file.kind === kind)
          .map(({ originalName, size }) =>
            say(t.file, { name: originalName, size: formatBytes(size) }),
          ),
        ...preparing
          .filter((file) => file.kind === kind)
          .map(({ name }) => say(t.filePreparing, { name })),
      ],
    })),
    ...section.parts.map((part) => ({
      name: fieldsText().fact[part],
      lines: partLines[part](reviewed),
    })),
  ];
}

function fieldLines(field: Field, { content, options }: Reviewed): readonly string[] {
  const value = valueOfField(field, content.values);
  if (field.control === 'checkbox') return [formLaterText()[value === true ? 'yes' : 'no']];
  const text = String(value).trim();
  if (text === '') return [];
  if (field.control === 'text') return [text];
  if (field.control === 'textarea') return text.split('\n');
  const choice = choicesOf(field, options, text).find((option) => option.value === text);
  return [choice?.label ?? text];
}

const partLines: Readonly<Record<FormPart, (reviewed: Reviewed) => readonly string[]>> = {
  location: ({ content }) => locationLines(content),
  consent: ({ content }) => (content.consent ? [formLaterText().yes] : []),
  signature: ({ content, hasSignature }) => (hasSignature ? [signatureLine(content)] : []),
};

function signatureLine({ values }: DraftContent): string {
  const name = witnessOf(values);
  const t = formLaterText();
  return name === null ? t.signed : say(t.signedByWitness, { name });
}

function locationLines({ location, withoutLocation }: DraftContent): readonly string[] {
  if (location !== null) return [coordinates(location)];
  return withoutLocation ? [formLaterText().withoutLocation] : [];
}

const coordinates = ({ latitude, longitude, accuracy }: Location): string =>
  say(formLaterText().location, {
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
    accuracy: Math.round(accuracy),
  });
