import type { ReactNode } from 'react';
import { missingPage } from '../../../domain/forms/check.ts';
import {
  CUSTOMER_TYPE,
  isSignedByName,
  joinedAnswers,
  signerOf,
  unshownAnswers,
  witnessOf,
} from '../../../domain/forms/customer.ts';
import { inSlots, type PageName } from '../../../domain/forms/document-kinds.ts';
import {
  allFields,
  type Field,
  type FormPart,
  fieldsWithin,
  filesOf,
  type OptionLists,
  type Section,
  valueOfField,
} from '../../../domain/forms/form.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { count } from '../../../messages/count.ts';
import { fieldsText, sectionsText } from '../../../messages/fields.ts';
import { issuesText } from '../../../messages/form.ts';
import { formReviewText } from '../../../messages/form-review.ts';
import { format } from '../../../messages/text.ts';
import { TERMS_PATH } from '../../../paths/page-paths.ts';
import type { DraftContent } from '../../../store/drafts/draft-content.ts';
import type { AttachmentRow, Location } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { classNames } from '../../../ui/content/class-names.ts';
import { IconCheck, IconChevronRight, IconError } from '../../../ui/frame/icons.tsx';
import type { StoredContext } from '../check-context.ts';
import { choicesOf, labelOf } from '../field-text.ts';
import { type CheckContext, type FormState, refusedPlaces, shownSections } from '../form-state.ts';
import type { FormParts, UnsavedFile } from '../parts.ts';
import { placesIn, shownAt } from '../shown-issues.ts';
import styles from './form-review.module.css';

export type Missing = Readonly<{ section: Section['id']; at: string; text: string }>;

/** All problems of `sections`, whether shown before or not. */
function missingIn(
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

/** The labels of fields and files that were refused when the form was opened, and have been changed since. */
function correctedLabels(state: FormState): readonly string[] {
  const { values } = state.content;
  const { fact, document } = fieldsText();
  const still = new Set(refusedPlaces(state).map(({ name }) => name));
  return state.refused
    .filter((name) => !still.has(name))
    .flatMap((name) => {
      const field = allFields(state.form).find((each) => each.name === name);
      if (field !== undefined) return [labelOf(field, values)];
      const others: Readonly<Record<string, string>> = { ...fact, ...document };
      return others[name] ?? [];
    });
}

/** The entered data under one label. `files`: saved files, shown as pictures. */
export type ReviewRow = Readonly<{
  name: string;
  lines: readonly string[];
  files: readonly AttachmentRow[];
  /** The names of the pages of the files. */
  pages: readonly PageName[];
  isSignature: boolean;
}>;

export type Reviewed = Readonly<{
  content: DraftContent;
  options: OptionLists;
  files: readonly AttachmentRow[];
  preparing: readonly Pick<UnsavedFile, 'kind' | 'name'>[];
  hasSignature: boolean;
}>;

const textRow = (name: string, lines: readonly string[]): ReviewRow => ({
  name,
  lines,
  files: [],
  pages: [],
  isSignature: false,
});

/** The entered data of one section, in the section's order. Empty fields are left out. */
export function reviewRows(section: Section, reviewed: Reviewed): readonly ReviewRow[] {
  const { content, files, preparing } = reviewed;
  const { values } = content;
  const t = formReviewText();
  const facts: readonly ReviewRow[] = [
    // Fields inside a document kind or a part are shown there.
    ...fieldsWithin(section, values, undefined)
      .filter(({ name }) => !unshownAnswers.has(name))
      .map((field) => fieldRow(field, section, reviewed)),
    ...filesOf(section, values).map((fileKind) => {
      const { kind } = fileKind;
      const coming = preparing.filter((file) => file.kind === kind);
      const missing = coming.length === 0 ? missingPage(fileKind, { files, values }) : null;
      return {
        name: fieldsText().document[kind],
        lines: [
          ...coming.map(({ name }) => format(t.filePreparing, { name })),
          ...(missing === null ? [] : [issuesText()[missing]]),
        ],
        files: files.filter((file) => file.kind === kind),
        pages: fileKind.pages?.(values) ?? [],
        isSignature: false,
      };
    }),
    ...section.parts.map((part) => ({
      ...textRow(fieldsText().fact[part], partLines[part](reviewed)),
      isSignature: part === 'signature',
    })),
  ];
  return facts.filter((fact) => fact.lines.length > 0 || fact.files.length > 0);
}

function fieldRow(field: Field, section: Section, reviewed: Reviewed): ReviewRow {
  const row = joinedAnswers[field.name];
  if (row === undefined)
    return textRow(labelOf(field, reviewed.content.values), fieldLines(field, reviewed));
  const lineOf = (name: string): readonly string[] =>
    section.fields
      .filter((each) => each.name === name)
      .flatMap((each) => fieldLines(each, reviewed));
  const answers = [field.name, ...row.with].flatMap(lineOf);
  const label = formReviewText().joined[row.label];
  if (row.label !== 'name') return textRow(label, answers.length > 0 ? [answers.join(', ')] : []);
  const [kind = ''] = lineOf(CUSTOMER_TYPE);
  return textRow(label, answers.length > 0 ? [`${answers.join(' ')}, ${kind.toLowerCase()}`] : []);
}

function fieldLines(field: Field, { content, options }: Reviewed): readonly string[] {
  const value = valueOfField(field, content.values);
  if (field.control === 'checkbox') return value === true ? [formReviewText().yes] : [];
  const text = String(value).trim();
  if (text === '') return [];
  if (field.control === 'text') return [text];
  if (field.control === 'textarea') return text.split('\n');
  const choice = choicesOf(field, options, text).find((option) => option.value === text);
  return [choice?.label ?? text];
}

const partLines: Readonly<Record<FormPart, (reviewed: Reviewed) => readonly string[]>> = {
  location: ({ content }) => locationLines(content),
  consent: ({ content }) => (content.consent ? [formReviewText().yes] : []),
  signature: ({ content, hasSignature }) =>
    hasSignature || isSignedByName(content.values) ? [signatureLine(content)] : [],
};

function signatureLine({ values }: DraftContent): string {
  const name = witnessOf(values);
  const t = formReviewText();
  return name === null ? t.signed : format(t.signedByWitness, { name });
}

function locationLines({ location, withoutLocation }: DraftContent): readonly string[] {
  if (location !== null) return [coordinates(location)];
  return withoutLocation ? [formReviewText().withoutLocation] : [];
}

const coordinates = ({ accuracy }: Location): string =>
  format(formReviewText().location, { accuracy: Math.round(accuracy) });

export interface FormReviewProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly state: FormState;
  readonly context: StoredContext;
  readonly options: OptionLists;
  readonly parts: FormParts;
  /** `at`: a field, a document kind or a part of that section. */
  readonly onEdit: (section: Section['id'], at?: string) => void;
}

/** All entered data by section, to check before the submit. A line at the top leads to the first missing answer. */
export function FormReview(props: FormReviewProps) {
  const { state, context, options, onEdit } = props;
  const t = formReviewText();
  const { content } = state;
  const { files, preparing, hasSignature } = context;
  const reviewed = { content, options, files, preparing, hasSignature };
  const sections = shownSections(state).filter(({ id }) => id !== 'review');
  const missing = missingIn(state, context, sections);
  const corrected = correctedLabels(state);
  const [first] = missing;
  return (
    <>
      {corrected.length === 0 ? null : (
        <p className={styles['corrected']}>
          <IconCheck />
          {format(t.corrected, { fields: corrected.join(', ') })}
        </p>
      )}
      {first === undefined ? null : (
        <p className={styles['missing']}>
          <EditLink onPress={() => onEdit(first.section, first.at)} section={first.section}>
            <IconError />
            <span>{count(t.incomplete, missing.length)}</span>
            <IconChevronRight />
          </EditLink>
        </p>
      )}
      <div className={styles['sheet']}>
        {sections.map((section) => (
          <section className={styles['section']} key={section.id}>
            <div className={styles['head']}>
              <h3 className={styles['title']}>{sectionsText()[section.id]}</h3>
              <EditLink
                label={format(t.edit, { section: sectionsText()[section.id] })}
                onPress={() => onEdit(section.id)}
                section={section.id}
              >
                {t.editWord}
              </EditLink>
            </div>
            <dl>
              {reviewRows(section, reviewed).map((fact) => (
                <div
                  className={classNames(
                    styles['fact'],
                    (fact.files.length > 0 || isLong(fact)) && styles['wide'],
                  )}
                  key={fact.name}
                >
                  <dt>{fact.name}</dt>
                  <dd>
                    <FactValue {...props} fact={fact} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <a className={styles['edit']} href={TERMS_PATH}>
        {t.terms}
      </a>
    </>
  );
}

/** A long answer takes the whole width. Two short ones are beside each other. */
const isLong = ({ lines }: ReviewRow): boolean =>
  lines.length > 1 || lines.some((line) => line.length > 17);

interface EditLinkProps {
  readonly section: Section['id'];
  readonly onPress: () => void;
  /** The accessible name, if it says more than the text. */
  readonly label?: string;
  readonly children: ReactNode;
}

const EditLink = ({ section, onPress, label, children }: EditLinkProps) => (
  <a
    aria-label={label}
    className={styles['edit']}
    href={`#${section}`}
    onClick={(event) => {
      event.preventDefault();
      onPress();
    }}
  >
    {children}
  </a>
);

type FactValueProps = Pick<FormReviewProps, 'store' | 'submissionId' | 'state' | 'parts'> & {
  readonly fact: ReviewRow;
};

function FactValue({ fact, store, submissionId, state, parts }: FactValueProps) {
  const { documentPicture: Picture, signaturePicture: Signature } = parts;
  return (
    <>
      {fact.files.length === 0 ? null : (
        <ul className={styles['files']}>
          {inSlots(fact.files).map((row, slot) =>
            row === null ? null : (
              <li key={row.id}>
                <Picture pages={fact.pages} row={row} slot={slot} store={store} />
              </li>
            ),
          )}
        </ul>
      )}
      {fact.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which can be alike.
        <span className={styles['line']} key={index}>
          {line}
        </span>
      ))}
      {fact.isSignature ? (
        <Signature
          store={store}
          submissionId={submissionId}
          signer={signerOf(state.content.values)}
        />
      ) : null}
    </>
  );
}
