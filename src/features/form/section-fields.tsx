import type { ReactNode } from 'react';
import {
  type Field,
  fieldsOf,
  fieldsWithin,
  type OptionLists,
  type Section,
} from '../../domain/forms/form.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { FormField } from './form-field.tsx';
import type { FormSession } from './form-session.ts';
import type { CheckContext, FormState } from './form-state.ts';
import { IssueTexts } from './issue-text.tsx';
import { Place } from './place.tsx';
import { shownAt } from './shown-issues.ts';

export interface SectionFieldsProps {
  readonly dispatch: FormSession['dispatch'];
  readonly state: FormState;
  readonly section: Section;
  readonly context: CheckContext;
  readonly options: OptionLists;
  readonly Link: LinkComponent;
  /** The kind of document or the part that they stand in; undefined: on their own. */
  readonly within?: Field['within'];
  /** What fills the field in at once. */
  readonly shortcutsOf: (field: Field) => ReactNode;
}

/** Two of these stand beside each other where there is room. */
const halves = /(first|contact)name|surname|suburb|city/i;

/** Enter goes on to these. */
const isFilledByKeys = ({ control }: Field): boolean =>
  control !== 'radio' && control !== 'checkbox';

/** Fields of one section, each with what is wrong with it. */
export function SectionFields({
  dispatch,
  state,
  section,
  context,
  options,
  Link,
  within,
  shortcutsOf,
}: SectionFieldsProps) {
  const { values } = state.content;
  const lastToFill = fieldsOf(section, values).filter(isFilledByKeys).at(-1);
  return fieldsWithin(section, values, within).map((field) => {
    const { name } = field;
    const { error, warnings } = shownAt(state, section, context, name);
    return (
      <Place
        isHalf={halves.test(name)}
        isWrong={error !== ''}
        key={name}
        name={name}
        onEnter={(entered) => dispatch({ type: 'entered', field: entered })}
      >
        <FormField
          enterKeyHint={field === lastToFill ? 'go' : 'next'}
          error={error}
          field={field}
          onChange={(value) => dispatch({ type: 'typed', name, value })}
          onUseAnyway={() => dispatch({ type: 'usedAnyway', at: name, context })}
          options={options}
          shortcuts={shortcutsOf(field)}
          values={values}
          warning={warnings.length > 0 ? <IssueTexts Link={Link} issues={warnings} /> : null}
        />
      </Place>
    );
  });
}
