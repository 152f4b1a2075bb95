import type { Section } from '../../domain/forms/form.ts';
import type { CheckContext, FormState } from './form-state.ts';
import { placesIn, shownAt } from './shown-issues.ts';

/** Something that keeps a form from being submitted. */
export type Missing = Readonly<{ section: Section['id']; at: string; text: string }>;

/** All of it in `sections`, whether it was shown before or not. */
export function missingIn(
  state: FormState,
  context: CheckContext,
  sections: readonly Section[],
): readonly Missing[] {
  const checked = { ...state, checked: sections.map(({ id }) => id) };
  return sections.flatMap((section) =>
    placesIn(section, state.content.values)
      .map(({ name }) => ({
        section: section.id,
        at: name,
        text: shownAt(checked, section, context, name).error,
      }))
      .filter(({ text }) => text !== ''),
  );
}
