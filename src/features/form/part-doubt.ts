import { checkSection } from '../../domain/forms/check.ts';
import type { Section } from '../../domain/forms/form.ts';
import type { FormPart } from '../../domain/forms/form-parts.ts';
import { fieldsText } from '../../messages/fields.ts';
import { type CheckContext, captureIn, type FormState, unpassedWarnings } from './form-state.ts';
import { issueSentence } from './issue-sentence.ts';

/** What is doubtful about a part, and not passed yet: said at once, not only after 'Next'. */
export const doubtAt = (
  state: FormState,
  section: Section,
  context: CheckContext,
  part: FormPart,
): string =>
  unpassedWarnings(
    state,
    checkSection(section, captureIn(state, context)).filter(({ at }) => at === part),
  )
    .map((warning) => issueSentence(warning, fieldsText().part[part]))
    .join(' ');
