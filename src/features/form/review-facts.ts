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

/** What was entered under one name. `files`: on the disk, to be shown as pictures. */
export type Fact = Readonly<{
  name: string;
  lines: readonly string[];
  files: readonly AttachmentRow[];
  isSignature: boolean;
}>;

export type Reviewed = Readonly<{
  content: DraftContent;
  options: OptionLists;
  files: readonly AttachmentRow[];
  /** Not on the disk yet. */
  preparing: readonly Pick<UnsavedFile, 'kind' | 'name'>[];
  hasSignature: boolean;
}>;

const textFact = (name: string, lines: readonly string[]): Fact => ({
  name,
  lines,
  files: [],
  isSignature: false,
});

/** Everything entered in one section, in the order in which the section asks for it. What was left empty is left out. */
export function factsOf(section: Section, reviewed: Reviewed): readonly Fact[] {
  const { content, files, preparing } = reviewed;
  const { values } = content;
  const t = formLaterText();
  const facts: readonly Fact[] = [
    // What stands inside a kind of document or a part shows in what that one says.
    ...fieldsWithin(section, values, undefined).map((field) =>
      textFact(labelOf(field, values), fieldLines(field, reviewed)),
    ),
    ...filesOf(section, values).map(({ kind }) => ({
      name: fieldsText().document[kind],
      lines: preparing
        .filter((file) => file.kind === kind)
        .map(({ name }) => say(t.filePreparing, { name })),
      files: files.filter((file) => file.kind === kind),
      isSignature: false,
    })),
    ...section.parts.map((part) => ({
      ...textFact(fieldsText().fact[part], partLines[part](reviewed)),
      isSignature: part === 'signature',
    })),
  ];
  return facts.filter((fact) => fact.lines.length > 0 || fact.files.length > 0);
}

function fieldLines(field: Field, { content, options }: Reviewed): readonly string[] {
  const value = valueOfField(field, content.values);
  if (field.control === 'checkbox') return value === true ? [formLaterText().yes] : [];
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
