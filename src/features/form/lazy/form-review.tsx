import { lacksBack } from '../../../domain/forms/check.ts';
import { isSignedByName, signerOf, witnessOf } from '../../../domain/forms/customer.ts';
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
import { formatBytes } from '../../../messages/formats.ts';
import { format } from '../../../messages/text.ts';
import type { DraftContent } from '../../../store/drafts/draft-content.ts';
import type { AttachmentRow, Location } from '../../../store/format/rows.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { classNames } from '../../../ui/content/class-names.ts';
import { Banner } from '../../../ui/frame/banner.tsx';
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
  const still = new Set(refusedPlaces(state).map(({ at }) => at));
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
  isSignature: false,
});

/** The entered data of one section, in the section's order. Empty fields are left out. */
export function reviewRows(section: Section, reviewed: Reviewed): readonly ReviewRow[] {
  const { content, files, preparing } = reviewed;
  const { values } = content;
  const t = formReviewText();
  const facts: readonly ReviewRow[] = [
    // Fields inside a document kind or a part are shown there.
    ...fieldsWithin(section, values, undefined).map((field) =>
      textRow(labelOf(field, values), fieldLines(field, reviewed)),
    ),
    ...filesOf(section, values).map((fileKind) => {
      const { kind } = fileKind;
      const coming = preparing.filter((file) => file.kind === kind);
      return {
        name: fieldsText().document[kind],
        lines: [
          ...coming.map(({ name }) => format(t.filePreparing, { name })),
          ...(coming.length === 0 && lacksBack(fileKind, { files, values })
            ? [issuesText()['missing-back']]
            : []),
        ],
        files: files.filter((file) => file.kind === kind),
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

const coordinates = ({ latitude, longitude, accuracy }: Location): string =>
  format(formReviewText().location, {
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
    accuracy: Math.round(accuracy),
  });

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

/** All entered data by section, to check before the submit. Missing data is listed at the top. */
export function FormReview(props: FormReviewProps) {
  const { state, context, options, onEdit } = props;
  const t = formReviewText();
  const { content } = state;
  const { files, preparing, hasSignature } = context;
  const reviewed = { content, options, files, preparing, hasSignature };
  const sections = shownSections(state).filter(({ id }) => id !== 'review');
  const missing = missingIn(state, context, sections);
  const corrected = correctedLabels(state);
  return (
    <>
      {corrected.length === 0 ? null : (
        <p>{format(t.corrected, { fields: corrected.join(', ') })}</p>
      )}
      {missing.length === 0 ? null : (
        <Banner kind="warning" title={count(t.incomplete, missing.length)}>
          <ul className={styles['missing']}>
            {missing.map(({ section, at, text }) => (
              <li key={at}>
                <EditLink onPress={() => onEdit(section, at)} section={section}>
                  {text}
                </EditLink>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles['sheet']}>
        {sections.map((section) => (
          <section className={styles['section']} key={section.id}>
            <div className={styles['head']}>
              <h3 className={styles['title']}>{sectionsText()[section.id]}</h3>
              <EditLink onPress={() => onEdit(section.id)} section={section.id}>
                {format(t.edit, { section: sectionsText()[section.id] })}
              </EditLink>
            </div>
            <dl>
              {reviewRows(section, reviewed).map((fact) => (
                <div className={styles['fact']} key={fact.name}>
                  <dt>{fact.name}</dt>
                  <dd className={classNames(fact.files.length > 0 && styles['pictures'])}>
                    <FactValue {...props} fact={fact} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

interface EditLinkProps {
  readonly section: Section['id'];
  readonly onPress: () => void;
  readonly children: string;
}

const EditLink = ({ section, onPress, children }: EditLinkProps) => (
  <a
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
          {fact.files.map((row) => (
            <li key={row.id}>
              <Picture row={row} store={store} />
              {format(formReviewText().file, {
                name: row.originalName,
                size: formatBytes(row.size),
              })}
            </li>
          ))}
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
