import { checkSection, isMissingPage } from '../../domain/forms/check.ts';
import { isWitnessed, signerText, witnessFields } from '../../domain/forms/customer.ts';
import {
  type Form,
  fieldsOf,
  type Issue,
  type Section,
  sectionsOf,
} from '../../domain/forms/form.ts';
import { fieldForServerKey, sectionOfField } from '../../domain/forms/form-of.ts';
import { passedKey } from '../../domain/forms/issue.ts';
import type { Capture, Value, Values } from '../../domain/forms/values.ts';
import type { RefusedFile } from '../../domain/submission-types.ts';
import { captureOf, type DraftContent } from '../../store/drafts/draft-content.ts';
import type { AttachmentRow, Location } from '../../store/format/rows.ts';
import { withoutField, withoutFile } from './field-text.ts';

/** A refused field or file, its section, and the focus. Without `at`, the form does not show the field to this customer. */
type Refused = Readonly<{ section: Section['id']; name: string; at: string | undefined }>;

/** All refused fields, and the refused file if there is one, in the order of the form. */
export function refusedPlaces({
  form,
  content,
}: Pick<FormState, 'form' | 'content'>): readonly Refused[] {
  const { serverMessage, values } = content;
  const keys = Object.keys(serverMessage?.modelState ?? {});
  const refused = new Set(keys.map((key) => fieldForServerKey(form, key)));
  const part = serverMessage?.file?.part;
  return form.sections.flatMap((section): readonly Refused[] => {
    const isShown = sectionsOf(form, values).includes(section);
    const shown = isShown ? fieldsOf(section, values) : [];
    // An individual has no section 'business'. The customer type decides it, and is in the first section.
    const id = isShown ? section.id : 'customer';
    const fields = section.fields
      .filter(({ name }) => refused.has(name))
      .map((field) => ({
        section: id,
        name: field.name,
        at: shown.includes(field) ? field.name : undefined,
      }));
    const isPartHere = part !== undefined && sectionOfField(form, part)?.id === section.id;
    return isPartHere ? [...fields, { section: id, name: part, at: part }] : fields;
  });
}

/** The stored data that a check needs besides the content. */
export type CheckContext = Readonly<{
  /** The documents, with the names that the person knows. */
  files: readonly Pick<
    AttachmentRow,
    'id' | 'kind' | 'originalName' | 'slot' | 'type' | 'verdict' | 'isKept' | 'isRetaken'
  >[];
  fileCounts: Capture['fileCounts'];
  hasSignature: boolean;
  simCardNumbersElsewhere: ReadonlyMap<string, string>;
}>;

export type FormState = Readonly<{
  form: Form;
  content: DraftContent;
  /** The sections that 'Next' or 'Submit' has checked. The form shows their problems. */
  checked: readonly string[];
  /** The keys of the warnings shown by the last check. */
  shownWarnings: readonly string[];
  /**
   * The warnings at which the last 'Next' stopped. Pressing 'Next' again passes them. Empty if the form showed an error
   * first, because the person may not have noticed the warnings.
   */
  offeredWarnings: readonly string[];
  /** True if the person left the review to change something. The form then returns to the review. */
  isEditing: boolean;
  /**
   * True if the form was opened for a correction. 'Next' then moves to the next refused section, and finally to the
   * review.
   */
  isCorrecting: boolean;
  /** The fields and files that were refused when the form was opened. */
  refused: readonly string[];
  /** The fields whose typed value is the same as the last scan's. */
  matched: readonly string[];
  /** The next target of the focus: a field, a file kind, a part, or 'heading'. Each request has its own number. */
  focus: Readonly<{ at: string; request: number }> | null;
}>;

export type FormAction =
  | Readonly<{ type: 'typed'; name: string; value: Value }>
  /** After a scan, or after a choice between a typed and a scanned text: all scanned texts of the form. */
  | (Readonly<{ type: 'scanned' }> &
      Required<Pick<DraftContent, 'scanned'>> &
      Pick<FormState, 'matched'>)
  | Readonly<{ type: 'located'; location: Location }>
  | Readonly<{ type: 'wentWithoutLocation'; chosen: boolean }>
  | Readonly<{ type: 'agreed'; consent: boolean }>
  /** The refused file of this part is gone, or strokes were drawn, cleared or restored. */
  | Readonly<{ type: 'replaced'; part: RefusedFile['part'] }>
  /** The person moved the focus to this field. */
  | Readonly<{ type: 'entered'; field: string }>
  | Readonly<{ type: 'moved'; section: string; at?: string }>
  /** The person left the review to change a section, or a field in it. */
  | Readonly<{ type: 'edited'; section: string; at?: string | undefined }>
  | Readonly<{ type: 'wentBack' }>
  /** The person came to another history entry, usually by the phone's Back. */
  | Readonly<{ type: 'arrived'; section: string; isEditing: boolean }>
  /** The page was reloaded while the person was editing from the review. */
  | Readonly<{ type: 'resumedEditing' }>
  | Readonly<{ type: 'checked'; context: CheckContext }>
  /** 'Submit' was pressed. If there are no problems, the state does not change. */
  | Readonly<{ type: 'checkedAll'; context: CheckContext }>
  /** `code`: passes only this warning. 'Next' then asks about the others of the section. */
  | Readonly<{ type: 'usedAnyway'; at: string; code?: Issue['code']; context: CheckContext }>;

const REVIEW = 'review';

/** The state of a newly opened form: at the person's last field or section, or at the first refused field. */
export function openingState(form: Form, content: DraftContent): FormState {
  const state: FormState = {
    form,
    content,
    checked: [],
    shownWarnings: [],
    offeredWarnings: [],
    isEditing: false,
    isCorrecting: false,
    refused: [],
    matched: [],
    focus: null,
  };
  const places = refusedPlaces(state);
  const [first] = places;
  const refused = places.map(({ name }) => name);
  if (first !== undefined)
    return at({ ...state, isEditing: true, isCorrecting: true, refused }, first.section, first.at);
  // A new form keeps the focus at the screen's heading.
  const isAtStart = content.field === null && content.section === form.sections[0]?.id;
  return isAtStart ? state : { ...state, focus: { at: content.field ?? 'heading', request: 1 } };
}

export const shownSections = ({ form, content }: FormState): readonly Section[] =>
  sectionsOf(form, content.values);

/** The person's section, or the first one if that section no longer applies. */
export function currentSection(state: FormState): Section {
  const sections = shownSections(state);
  const current = sections.find(({ id }) => id === state.content.section) ?? sections[0];
  if (current === undefined) throw new Error('a form without sections');
  return current;
}

export const captureIn = ({ content }: FormState, context: CheckContext): Capture => ({
  ...captureOf(content, context),
  files: context.files,
  simCardNumbersElsewhere: context.simCardNumbersElsewhere,
});

/**
 * The key under which a passed warning is stored. The key contains the field's value, so a new value gives a new
 * warning.
 */
export const warningKey = ({ content }: FormState, { at: name, code, fileId }: Issue): string =>
  passedKey(name, code, fileId ?? content.values[name]);

export const isError = ({ level }: Issue): boolean => level === 'error';

export const unpassedWarnings = (state: FormState, problems: readonly Issue[]): readonly Issue[] =>
  problems.filter(
    (problem) =>
      !isError(problem) && !state.content.passedWarnings.includes(warningKey(state, problem)),
  );

/**
 * True while the page 'The customer cannot sign' is shown. The focused field decides it, so that opening the page changes
 * no answer.
 */
export const isOnWitnessPage = ({ content: { field, values } }: FormState): boolean =>
  field === witnessFields.name || (field === 'signature' && isWitnessed(values));

/** An answer on the witness's page also says that the customer cannot sign. */
const witnessedBy = (state: FormState, name: string, value: Value): Values =>
  isOnWitnessPage(state) &&
  (name === witnessFields.byName || (name === witnessFields.name && value !== ''))
    ? { [witnessFields.cannotSign]: true }
    : {};

export function formReducer(state: FormState, action: FormAction): FormState {
  const { content } = state;
  switch (action.type) {
    case 'typed': {
      const { name, value } = action;
      const values = { ...content.values, ...witnessedBy(state, name, value), [name]: value };
      if (content.values[name] === value && isWitnessed(values) === isWitnessed(content.values))
        return state;
      const { [name]: _, ...scanned } = content.scanned ?? {};
      const isSame = signerText(values) === signerText(content.values);
      const said = isSame ? content.serverMessage : withoutFile(content.serverMessage, 'signature');
      const serverMessage = withoutField(state.form, said, name);
      return withContent(state, { values, scanned, serverMessage });
    }
    case 'scanned':
      return {
        ...withContent(state, { scanned: action.scanned }),
        matched: action.matched,
      };
    case 'located':
      return located(state, action.location);
    case 'wentWithoutLocation':
      return withContent(state, { withoutLocation: action.chosen });
    case 'agreed':
      return withContent(state, { consent: action.consent });
    case 'replaced':
      return withContent(state, { serverMessage: withoutFile(content.serverMessage, action.part) });
    case 'entered': {
      const entered = withContent(state, { field: action.field });
      // The focus alone neither opens nor closes the witness's page.
      const isOther = isOnWitnessPage(state) !== isOnWitnessPage(entered);
      return content.field === action.field || isOther ? state : entered;
    }
    case 'moved':
      return at(state, action.section, action.at);
    case 'edited':
      return { ...at(state, action.section, action.at), isEditing: true };
    case 'arrived':
      return { ...at(state, action.section), isEditing: action.isEditing };
    case 'resumedEditing':
      return { ...state, isEditing: true };
    case 'wentBack':
      return isOnWitnessPage(state)
        ? at(state, content.section, witnessFields.cannotSign)
        : move(state, -1);
    case 'checked': {
      // 'Next' on the witness's page asks for the witness.
      const here = isOnWitnessPage(state)
        ? withContent(state, { values: { ...content.values, [witnessFields.cannotSign]: true } })
        : state;
      // A stored signature is then the customer's, and not the mark of the witness.
      const isNewSigner = isWitnessed(here.content.values) !== isWitnessed(content.values);
      const context = isNewSigner ? { ...action.context, hasSignature: false } : action.context;
      return checked(here, currentSection(here), context) ?? move(passed(here, context), 1);
    }
    case 'checkedAll':
      return checkedAll(state, action.context);
    case 'usedAnyway': {
      const used = problemsHere(state, action.context).filter(
        ({ at: name, code }) => name === action.at && code === (action.code ?? code),
      );
      return {
        ...passing(state, unpassedWarnings(state, used)),
        offeredWarnings: action.code === undefined ? state.offeredWarnings : [],
        focus: focusOn(state, action.at),
      };
    }
  }
}

/** Stores the location. If the new location is less accurate, a passed warning about the location is shown again. */
function located(state: FormState, location: Location): FormState {
  const { location: before, passedWarnings, serverMessage } = state.content;
  const isWorse = before !== null && location.accuracy > before.accuracy;
  return withContent(state, {
    location,
    serverMessage: withoutField(state.form, serverMessage, 'location'),
    passedWarnings: passedWarnings.filter((key) => !isWorse || !key.startsWith('location:')),
  });
}

const withContent = (state: FormState, change: Partial<DraftContent>): FormState => ({
  ...state,
  content: { ...state.content, ...change },
});

const focusOn = ({ focus }: FormState, name: string): FormState['focus'] => ({
  at: name,
  request: (focus?.request ?? 0) + 1,
});

/** `place`: a field, a file kind or a part. If absent, the focus moves to the section's heading. */
const at = (state: FormState, section: string, place?: string): FormState => ({
  ...withContent(state, { section, field: place ?? null }),
  shownWarnings: section === state.content.section ? state.shownWarnings : [],
  offeredWarnings: [],
  isEditing: state.isEditing && section !== REVIEW,
  isCorrecting: state.isCorrecting && section !== REVIEW,
  focus: focusOn(state, place ?? 'heading'),
});

/** The first refused field in a later section, during a correction. */
function nextRefused(state: FormState): Refused | undefined {
  if (!state.isCorrecting) return undefined;
  const ids = shownSections(state).map(({ id }) => id);
  const here = ids.indexOf(currentSection(state).id);
  return refusedPlaces(state).find(({ section }) => ids.indexOf(section) > here);
}

/** Moves to the next or previous section. An edited or corrected section leads to the review. */
function move(state: FormState, by: 1 | -1): FormState {
  const refused = by === 1 ? nextRefused(state) : undefined;
  if (refused !== undefined) return at(state, refused.section, refused.at);
  if (state.isEditing) return at(state, REVIEW);
  const sections = shownSections(state);
  const here = sections.indexOf(currentSection(state));
  const target = sections[here + by];
  return target === undefined ? state : at(state, target.id);
}

/** Returns a state that shows the section's problems. Returns null if there are none. */
function checked(
  state: FormState,
  section: Section,
  context: CheckContext,
  isAsked: (problem: Issue) => boolean = () => true,
): FormState | null {
  const problems = checkSection(section, captureIn(state, context)).filter(isAsked);
  const warnings = unpassedWarnings(state, problems);
  const shownWarnings = warnings.map((warning) => warningKey(state, warning));
  const first = problems.find(isError) ?? warnings[0];
  const isNew = shownWarnings.some((key) => !state.offeredWarnings.includes(key));
  if (first === undefined || (first.level === 'warning' && !isNew)) return null;
  return {
    ...at(state, section.id, first.at),
    checked: [...new Set([...state.checked, section.id])],
    shownWarnings,
    offeredWarnings: first.level === 'warning' ? shownWarnings : [],
  };
}

/** 'Next' asks once about a card's missing page or a bad photo. Submit does not stop for them: the review shows them. */
const isForSubmit = ({ code }: Issue): boolean => !isMissingPage(code) && code !== 'bad-photo';

/** Checks all sections and shows the first one with a problem, as 'Next' would. */
function checkedAll(state: FormState, context: CheckContext): FormState {
  const sections = shownSections(state);
  for (const section of sections) {
    const stopped = checked({ ...state, offeredWarnings: [] }, section, context, isForSubmit);
    if (stopped !== null)
      return { ...stopped, isEditing: true, checked: sections.map(({ id }) => id) };
  }
  return state;
}

const passed = (state: FormState, context: CheckContext): FormState =>
  passing(state, unpassedWarnings(state, problemsHere(state, context)));

function passing(state: FormState, warnings: readonly Issue[]): FormState {
  if (warnings.length === 0) return state;
  const keys = warnings.map((warning) => warningKey(state, warning));
  return withContent(state, { passedWarnings: [...state.content.passedWarnings, ...keys] });
}

const problemsHere = (state: FormState, context: CheckContext): readonly Issue[] =>
  checkSection(currentSection(state), captureIn(state, context));
