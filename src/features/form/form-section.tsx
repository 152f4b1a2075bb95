import type { ReactNode } from 'react';
import { type Field, filesOf, type OptionLists, type Section } from '../../domain/forms/form.ts';
import type { FormStore } from '../../store/open-store.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import type { FormSession } from './form-session.ts';
import type { CheckContext, FormState } from './form-state.ts';
import { LaterPart, LaterPlaceChips } from './later.tsx';
import type { FormParts } from './parts.ts';
import { Place } from './place.tsx';
import { SectionFields } from './section-fields.tsx';
import { refusedIn, shownAt } from './shown-issues.ts';

export interface FormSectionProps {
  readonly store: FormStore;
  readonly session: FormSession;
  readonly state: FormState;
  readonly section: Section;
  readonly context: CheckContext;
  readonly options: OptionLists;
  readonly parts: FormParts;
  readonly Link: LinkComponent;
}

/** The fields, files and parts of one section, each with what is wrong with it. */
export function FormSection({
  store,
  session,
  state,
  section,
  context,
  options,
  parts,
  Link,
}: FormSectionProps) {
  const { dispatch, ensureDraft, id } = session;
  const { values } = state.content;
  const { documents: Documents } = parts;
  const enter = (name: string) => dispatch({ type: 'entered', field: name });
  const refused = refusedIn(state, context);
  const errorAt = (name: string) => shownAt(state, section, context, name).error || undefined;
  const textOf = (name: string) => String(values[name] ?? '');
  const placesFor = ({ name, townIn }: Field): ReactNode =>
    townIn === undefined ? null : (
      <LaterPlaceChips
        onChoose={({ suburb, city }) => {
          dispatch({ type: 'typed', name, value: suburb });
          dispatch({ type: 'typed', name: townIn, value: city });
        }}
        place={{ suburb: textOf(name), city: textOf(townIn) }}
        store={store}
      />
    );
  const fieldsIn = (within?: Field['within']): ReactNode => (
    <SectionFields
      context={context}
      dispatch={dispatch}
      Link={Link}
      options={options}
      section={section}
      shortcutsOf={placesFor}
      state={state}
      within={within}
    />
  );
  return (
    <>
      {fieldsIn()}
      {filesOf(section, values).map((fileKind) => (
        <Place
          isWrong={errorAt(fileKind.kind) !== undefined}
          key={fileKind.kind}
          name={fileKind.kind}
          onEnter={enter}
        >
          <Documents
            store={store}
            ensureDraft={ensureDraft}
            error={errorAt(fileKind.kind)}
            fileKind={fileKind}
            pages={fileKind.pages?.(values) ?? []}
            refused={refused?.part === fileKind.kind ? refused : null}
            submissionId={id}
          >
            {fieldsIn(fileKind.kind)}
          </Documents>
        </Place>
      ))}
      {section.parts.map((part) => (
        <Place isWrong={errorAt(part) !== undefined} key={part} name={part} onEnter={enter}>
          <LaterPart
            context={context}
            error={errorAt(part)}
            part={part}
            parts={parts}
            section={section}
            session={session}
            state={state}
            store={store}
          >
            {fieldsIn(part)}
          </LaterPart>
        </Place>
      ))}
    </>
  );
}
