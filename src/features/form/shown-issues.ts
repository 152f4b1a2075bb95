import { checkSection } from '../../domain/forms/check.ts';
import {
  type Field,
  fieldsWithin,
  filesOf,
  type Issue,
  type Section,
} from '../../domain/forms/form.ts';
import type { IssueCode, RuleIssue } from '../../domain/forms/issue.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { fieldsText } from '../../messages/fields.ts';
import { formText, issuesText } from '../../messages/form.ts';
import { messageText } from '../../messages/reasons.ts';
import { format, sentences } from '../../messages/text.ts';
import { labelOf, serverTextFor } from './field-text.ts';
import {
  type CheckContext,
  captureIn,
  type FormState,
  isError,
  refusedPlaces,
  unpassedWarnings,
  warningKey,
} from './form-state.ts';

/** The server's text about a file: its texts about fields, else its description or heading. */
export const wordsOf = (message: ServerMessage): string => {
  const texts = Object.values(message.modelState).flat().join(' ');
  const { heading, description } = messageText(message);
  return texts || description || heading;
};

export type IssueTexts = Readonly<Record<IssueCode, string>>;

/** 'First name' → 'first name', but 'ID number' stays. */
const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** The text of an issue, with advice. `label`: the label of the field or file kind. */
export function issueSentence({ code, values, advice }: RuleIssue, label: string): string {
  const t = issuesText();
  const texts: IssueTexts = t;
  const months: Readonly<Record<number, string>> = t.month;
  const named = code === 'id-date' ? { ...values, month: months[values?.['month'] ?? 0] } : values;
  return sentences(
    format(texts[code], { ...named, label, thing: inSentence(label) }),
    advice === undefined ? null : t.advice[advice],
  );
}

export type ShownWarning = Issue & Readonly<{ text: string }>;

export type Shown = Readonly<{
  error: string;
  isMissing: boolean;
  warnings: readonly ShownWarning[];
}>;

export type SectionProgress = 'complete' | 'problem' | 'todo';

/** The messages shown at a field, a file kind or a part of `section`. The server's message comes first. */
export function shownAt(
  state: FormState,
  section: Section,
  context: CheckContext,
  name: string,
): Shown {
  const { form, content, checked, shownWarnings } = state;
  const said =
    serverTextFor(form, content.values, content.serverMessage, name) ||
    refusalAt(state, context, name);
  if (!checked.includes(section.id)) return { error: said, isMissing: false, warnings: [] };
  const here = checkSection(section, captureIn(state, context)).filter(({ at }) => at === name);
  const label = placesIn(section, content.values).find((place) => place.name === name)?.label ?? '';
  const errors = here.filter(isError);
  return {
    error: [said, ...errors.map((issue) => issueSentence(issue, label))]
      .filter((text) => text !== '')
      .join(' '),
    isMissing: said === '' && errors.every(({ code }) => code.startsWith('required')),
    warnings: unpassedWarnings(state, here)
      .filter((warning) => shownWarnings.includes(warningKey(state, warning)))
      .map((warning) => ({ ...warning, text: issueSentence(warning, label) })),
  };
}

/** The refused file in the server's message, if the file is still on the form. Null if not. */
export function refusedIn({ content }: FormState, { files }: CheckContext) {
  const { serverMessage } = content;
  const file = serverMessage?.file;
  if (!serverMessage || file === undefined) return null;
  const { attachmentId, part } = file;
  const name = files.find(({ id }) => id === attachmentId)?.originalName;
  // A new stroke does not change the attachment row. So `withoutFile` clears the refusal when the person signs
  // again.
  if (name === undefined && part !== 'signature') return null;
  return { part, attachmentId, name, words: wordsOf(serverMessage) };
}

/** The error at a refused part. It contains the server's words only for the signature: a document's row shows them itself. */
function refusalAt(state: FormState, context: CheckContext, at: string): string {
  const refused = refusedIn(state, context);
  if (refused?.part !== at) return '';
  const t = formText();
  return at === 'signature'
    ? format(t.refusedSignature, { words: refused.words })
    : format(t.refusedFile, { name: refused.name ?? '' });
}

/** The fields, files and parts of a section that a message can name, in the shown order. */
export const placesIn = (
  section: Section,
  values: FormState['content']['values'],
): readonly Readonly<{ name: string; label: string }>[] => {
  const fieldsIn = (within?: Field['within']) =>
    fieldsWithin(section, values, within).map((field) => ({
      name: field.name,
      label: labelOf(field, values),
    }));
  const t = fieldsText();
  return [
    ...fieldsIn(),
    ...filesOf(section, values).flatMap(({ kind }) => [
      { name: kind, label: t.document[kind] },
      ...fieldsIn(kind),
    ]),
    ...section.parts.flatMap((part) => [...fieldsIn(part), { name: part, label: t.part[part] }]),
  ];
};

/** A place with an error. `isMissing`: there is no answer. */
export type ShownError = Readonly<{ name: string; isMissing: boolean }>;

/** The kind of the errors: only missing answers, only wrong ones, or both. */
export function kindOfErrors(errors: readonly ShownError[]): 'missing' | 'change' | 'both' {
  if (errors.every(({ isMissing }) => isMissing)) return 'missing';
  return errors.some(({ isMissing }) => isMissing) ? 'both' : 'change';
}

/** The places of a section with an error, in the shown order. */
export const errorsIn = (
  state: FormState,
  section: Section,
  context: CheckContext,
): readonly ShownError[] =>
  placesIn(section, state.content.values)
    .map(({ name }) => ({ name, ...shownAt(state, section, context, name) }))
    .filter(({ error }) => error !== '');

export type RefusedHere = Readonly<{ what: 'answer' | 'photo'; isChanged: boolean }>;

/** The refused places of a section when the form was opened. Null if there were none. */
export function refusedHere(state: FormState, section: Section): RefusedHere | null {
  const { values } = state.content;
  const here = placesIn(section, values).filter(({ name }) => state.refused.includes(name));
  if (here.length === 0) return null;
  const still = refusedPlaces(state).filter(({ section: id }) => id === section.id);
  const isPhoto = filesOf(section, values).some(({ kind }) => kind === here[0]?.name);
  return { what: isPhoto ? 'photo' : 'answer', isChanged: still.length === 0 };
}

export const progressOf = (
  state: FormState,
  context: CheckContext,
  section: Section,
): SectionProgress => {
  const { form, content, checked } = state;
  if (section.id === 'review') return 'todo';
  const isRefused = placesIn(section, content.values).some(
    ({ name }) =>
      serverTextFor(form, content.values, content.serverMessage, name) !== '' ||
      refusedIn(state, context)?.part === name,
  );
  if (isRefused) return 'problem';
  if (!checkSection(section, captureIn(state, context)).some(isError)) return 'complete';
  return checked.includes(section.id) ? 'problem' : 'todo';
};
