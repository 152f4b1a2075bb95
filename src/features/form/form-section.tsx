import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isMissingPage } from '../../domain/forms/check.ts';
import { witnessFields } from '../../domain/forms/customer.ts';
import {
  type Field,
  type FieldGroup,
  fieldsOf,
  fieldsWithin,
  filesOf,
  type OptionLists,
  type Section,
  valueOfField,
} from '../../domain/forms/form.ts';
import type { Place } from '../../domain/forms/next-customer.ts';
import { submissionId } from '../../domain/ids.ts';
import { fieldsText } from '../../messages/fields.ts';
import { formText } from '../../messages/form.ts';
import { submissionPath } from '../../paths/page-paths.ts';
import type { FormStore } from '../../store/open-store.ts';
import { IconChevronRight } from '../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { FormAnchor } from './form-anchor.tsx';
import { FormField, ScanButton } from './form-field.tsx';
import styles from './form-layout.module.css';
import type { FormSession } from './form-session.ts';
import { type CheckContext, type FormState, isOnWitnessPage } from './form-state.ts';
import {
  LazyGoOnAfterPhoto,
  LazyPart,
  LazyPlaceChips,
  LazyScan,
  LazyScanNote,
  LazyStreetChips,
} from './lazy-parts.tsx';
import type { FormParts } from './parts.ts';
import { refusedIn, type ShownWarning, shownAt } from './shown-issues.ts';

export interface IssueTextsProps {
  readonly issues: readonly ShownWarning[];
  readonly Link: LinkComponent;
}

/** The texts of some warnings. A warning about another submission links to it. */
function IssueTexts({ issues, Link }: IssueTextsProps) {
  return issues.map(({ code, text, otherId }) => (
    <span key={code}>
      {text}{' '}
      {otherId === undefined ? null : (
        <Link to={submissionPath(submissionId(otherId))}>{formText().openOther}</Link>
      )}{' '}
    </span>
  ));
}

export interface SectionFieldsProps {
  readonly dispatch: FormSession['dispatch'];
  readonly state: FormState;
  readonly section: Section;
  readonly context: CheckContext;
  readonly options: OptionLists;
  readonly Link: LinkComponent;
  /** Only the fields inside this document kind or part. Undefined: only fields outside both. */
  readonly within?: Field['within'];
  readonly shortcutsOf: (field: Field) => ReactNode;
  readonly onScan: (field: Field) => void;
}

/** The fields that take half a line, if there is space. */
const isHalf = ({ control }: Field): boolean => control !== 'textarea' && control !== 'checkbox';

/** The fields that Enter moves to. */
const isFilledByKeys = ({ control }: Field): boolean =>
  control !== 'radio' && control !== 'checkbox';

interface AddedFieldsProps {
  readonly group: FieldGroup;
  /** True if one of the fields has an answer or an error. */
  readonly isNeeded: boolean;
  readonly children: ReactNode;
}

/** A button that shows more fields in its place. They stay while the section is shown. */
function AddedFields({ group, isNeeded, children }: AddedFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(isNeeded);
  const [isPressed, setIsPressed] = useState(false);
  if (isNeeded && !isOpen) setIsOpen(true);
  useEffect(() => {
    if (isPressed) place.current?.querySelector('input')?.focus();
  }, [isPressed]);
  if (isOpen || isPressed)
    return (
      <div className={styles['added']} ref={place}>
        {children}
      </div>
    );
  return (
    <button className={styles['add']} onClick={() => setIsPressed(true)} type="button">
      {fieldsText().add[group]}
      <IconChevronRight />
    </button>
  );
}

export function SectionFields({
  dispatch,
  state,
  section,
  context,
  options,
  Link,
  within,
  shortcutsOf,
  onScan,
}: SectionFieldsProps) {
  // The witness's page shows the witness's name before it is an answer.
  const values = isOnWitnessPage(state)
    ? { ...state.content.values, [witnessFields.cannotSign]: true }
    : state.content.values;
  const fields = fieldsWithin(section, values, within).filter(({ byPart }) => !byPart);
  const isAnswered = (field: Field): boolean =>
    valueOfField(field, values) !== '' || shownAt(state, section, context, field.name).error !== '';
  const lastToFill = fieldsOf(section, values)
    .filter((field) => isFilledByKeys(field) && (field.group === undefined || isAnswered(field)))
    .at(-1);
  const shown = (field: Field): ReactNode => {
    const { name } = field;
    const { error, warnings } = shownAt(state, section, context, name);
    return (
      <FormAnchor
        isHalf={isHalf(field)}
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
          onScan={() => onScan(field)}
          options={options}
          shortcuts={shortcutsOf(field)}
          values={values}
          warning={warnings.length > 0 ? <IssueTexts Link={Link} issues={warnings} /> : null}
        />
        {state.content.scanned?.[name] === undefined ? null : (
          <LazyScanNote
            dispatch={dispatch}
            field={field}
            onScan={() => onScan(field)}
            state={state}
          />
        )}
      </FormAnchor>
    );
  };
  const onCard = fields.find(({ scan }) => scan === 'identity');
  const all = fields.map((field, index) => {
    const { group } = field;
    if (group === undefined) return shown(field);
    if (fields[index - 1]?.group === group) return null;
    const together = fields.filter((each) => each.group === group);
    return (
      <AddedFields group={group} isNeeded={together.some(isAnswered)} key={group}>
        {together.map(shown)}
      </AddedFields>
    );
  });
  return (
    <>
      {onCard === undefined ? null : (
        <ScanButton className={styles['scanCard']} onScan={() => onScan(onCard)}>
          {formText().scanCard}
        </ScanButton>
      )}
      {all}
    </>
  );
}

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

/** The fields, files and parts of one section, each with its problems. */
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
  const [scanning, setScanning] = useState<Field | null>(null);
  const { documents: Documents } = parts;
  const enter = (name: string) => dispatch({ type: 'entered', field: name });
  const refused = refusedIn(state, context);
  const errorAt = (name: string) => shownAt(state, section, context, name).error || undefined;
  const warningsAt = (name: string) => shownAt(state, section, context, name).warnings;
  const missingPageAt = (kind: string) =>
    warningsAt(kind)
      .map(({ code }) => code)
      .find(isMissingPage) ?? null;
  const textOf = (name: string) => String(values[name] ?? '');
  const fill = (at: NonNullable<Field['placeAt']>, { suburb, city }: Place): void => {
    dispatch({ type: 'typed', name: at.suburb, value: suburb });
    dispatch({ type: 'typed', name: at.city, value: city });
  };
  const suggestionsFor = ({ name, townIn, placeAt }: Field): ReactNode => {
    if (placeAt)
      return (
        <LazyStreetChips
          name={name}
          onChoose={(value, place) => {
            dispatch({ type: 'typed', name, value });
            if (place) fill(placeAt, place);
          }}
          place={{ suburb: textOf(placeAt.suburb), city: textOf(placeAt.city) }}
          store={store}
          value={textOf(name)}
        />
      );
    return townIn === undefined ? null : (
      <LazyPlaceChips
        onChoose={(place) => fill({ suburb: name, city: townIn }, place)}
        place={{ suburb: textOf(name), city: textOf(townIn) }}
        store={store}
      />
    );
  };
  const fieldsIn = (within?: Field['within']): ReactNode => (
    <SectionFields
      context={context}
      dispatch={dispatch}
      Link={Link}
      onScan={setScanning}
      options={options}
      section={section}
      shortcutsOf={suggestionsFor}
      state={state}
      within={within}
    />
  );
  return (
    <>
      {fieldsIn()}
      {scanning === null ? null : (
        <LazyScan
          field={scanning}
          onClose={() => setScanning(null)}
          parts={parts}
          session={session}
          store={store}
        />
      )}
      {filesOf(section, values).map((fileKind) => (
        <FormAnchor
          isWrong={errorAt(fileKind.kind) !== undefined}
          key={fileKind.kind}
          name={fileKind.kind}
          onEnter={enter}
        >
          <Documents
            store={store}
            ensureDraft={ensureDraft}
            error={errorAt(fileKind.kind)}
            missingPage={missingPageAt(fileKind.kind)}
            doubtful={warningsAt(fileKind.kind).flatMap(({ fileId }) => fileId ?? [])}
            onUseAnyway={(code) =>
              dispatch({ type: 'usedAnyway', at: fileKind.kind, code, context })
            }
            fileKind={fileKind}
            pages={fileKind.pages?.(values) ?? []}
            refused={refused?.part === fileKind.kind ? refused : null}
            submissionId={id}
          >
            {fieldsIn(fileKind.kind)}
          </Documents>
        </FormAnchor>
      ))}
      {section.files.length === 0 ? null : (
        <LazyGoOnAfterPhoto context={context} section={section} state={state} />
      )}
      {(isOnWitnessPage(state) ? (['signature'] as const) : section.parts).map((part) => (
        <FormAnchor
          isWrong={errorAt(part) !== undefined}
          key={part}
          name={part}
          onEnter={enter}
          part={part}
        >
          <LazyPart
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
          </LazyPart>
        </FormAnchor>
      ))}
    </>
  );
}
