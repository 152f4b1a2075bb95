import { checkSection } from '../../domain/forms/check.ts';
import { fieldsOf, filesOf, labelOf, type Problem, type Section } from '../../domain/forms/form.ts';
import {
  type Around,
  captureIn,
  type FormState,
  isError,
  unpassedWarnings,
  warningKey,
} from './form-state.ts';
import { serverTextFor } from './server-messages.ts';

/** What stands by one field. */
export type Shown = Readonly<{ error: string; warnings: readonly Problem[] }>;

export type SectionProgress = 'complete' | 'problem' | 'todo';

/** What is shown by a field, a file kind or a part of `section`: the server's words first. */
export function shownAt(state: FormState, section: Section, around: Around, name: string): Shown {
  const { form, content, checked, shownWarnings } = state;
  const said = serverTextFor(form, content.values, content.serverMessage, name);
  if (!checked.includes(section.id)) return { error: said, warnings: [] };
  const here = checkSection(section, captureIn(state, around)).filter(({ at }) => at === name);
  const errors = here.filter(isError).map(({ text }) => text);
  return {
    error: [said, ...errors].filter((text) => text !== '').join(' '),
    warnings: unpassedWarnings(state, here).filter((warning) =>
      shownWarnings.includes(warningKey(state, warning)),
    ),
  };
}

const partLabels = { location: 'Location', consent: 'Consent', signature: 'Signature' } as const;

/** Everything of a section that can be pointed at, by name and label, in the order in which it is shown. */
export const placesIn = (
  section: Section,
  values: FormState['content']['values'],
): readonly Readonly<{ name: string; label: string }>[] => [
  ...fieldsOf(section, values).map((field) => ({
    name: field.name,
    label: labelOf(field, values),
  })),
  ...filesOf(section, values).map(({ kind, label }) => ({ name: kind, label })),
  ...section.parts.map((part) => ({ name: part, label: partLabels[part] })),
];

export const progressOf = (state: FormState, around: Around, section: Section): SectionProgress => {
  const { form, content, checked } = state;
  if (section.id === 'review') return 'todo';
  const isRefused = placesIn(section, content.values).some(
    ({ name }) => serverTextFor(form, content.values, content.serverMessage, name) !== '',
  );
  if (isRefused) return 'problem';
  if (!checkSection(section, captureIn(state, around)).some(isError)) return 'complete';
  return checked.includes(section.id) ? 'problem' : 'todo';
};
