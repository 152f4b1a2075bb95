import { checkSection } from '../../../domain/forms/check.ts';
import type { Section } from '../../../domain/forms/form.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { historyEntries } from '../../../ui/overlays/history-entries.ts';
import { readContext } from '../check-context.ts';
import type { FormSession } from '../form-session.ts';
import {
  captureIn,
  currentSection,
  type FormState,
  isError,
  shownSections,
  unpassedWarnings,
} from '../form-state.ts';
import { type Step, stepIn } from '../section-entries.ts';

/** The history entry for the person's current position. */
function stepOf(state: FormState, form: SubmissionId): Step {
  const sections = shownSections(state);
  const { id } = currentSection(state);
  return state.isEditing
    ? { form, depth: sections.length, edited: id }
    : { form, depth: sections.findIndex((section) => section.id === id), edited: null };
}

/** Returns the entry's section in the form's current state: the customer's answers may add or remove sections. */
function placeOf(state: FormState, { depth, edited }: Step) {
  const sections = shownSections(state);
  if (edited !== null && depth === sections.length) return { section: edited, isEditing: true };
  const section = sections[Math.min(depth, sections.length - 1)] ?? currentSection(state);
  return { section: section.id, isEditing: false };
}

const isSame = (one: Step, other: Step): boolean =>
  one.form === other.form && one.depth === other.depth && one.edited === other.edited;

/** The tab's history, for browsers with the Navigation API. */
type TabHistory = Readonly<{
  currentEntry: Readonly<{ index: number }> | null;
  entries: () => readonly Readonly<{ url: string | null }>[];
}>;

/** True if the entry has the form's address, or the address of a new form, which the form had before its first save. */
const isOfForm = (url: string | null | undefined, here: string): boolean =>
  typeof url === 'string' && (url === here || here.startsWith(`${url}/`));

/**
 * The number of history entries directly before this one with the form's address. Chromium keeps 50 entries, and drops first those that were
 * added without a press.
 */
function entriesBeforeHere(): number {
  const { navigation } = globalThis as typeof globalThis & { navigation?: TabHistory };
  const index = navigation?.currentEntry?.index;
  if (navigation === undefined || index === undefined) return Number.POSITIVE_INFINITY;
  const urls = navigation.entries().map(({ url }) => url);
  const here = urls[index] ?? '';
  let count = 0;
  while (count < index && isOfForm(urls[index - count - 1], here)) count += 1;
  return count;
}

/**
 * Keeps one history entry for each section up to the current one, so that the phone's Back opens the previous section.
 */
export function followSections(
  session: FormSession,
  entries = historyEntries(),
  countBefore = entriesBeforeHere,
): () => void {
  const wanted = (): Step => stepOf(session.state(), session.id);
  let followed: Step | null = null;

  async function follow(): Promise<void> {
    const found = stepIn(entries.state());
    const here: Step =
      found?.form === session.id ? found : { form: session.id, depth: 0, edited: null };
    const target = wanted();
    if (found !== null && isSame(found, target)) return;
    await entries.leaveLayers();
    entries.replace({ step: here });
    if (here.depth > target.depth)
      await entries.go(-Math.min(here.depth - target.depth, countBefore()));
    for (let depth = here.depth + 1; depth < target.depth; depth += 1)
      entries.push({ step: { ...target, depth, edited: null } });
    if (here.depth < target.depth) entries.push({ step: target });
    else entries.replace({ step: target });
  }

  function onChange(): void {
    const target = wanted();
    if (followed !== null && isSame(followed, target)) return;
    followed = target;
    void entries.inTurn(follow);
  }

  function onArrival(): void {
    const step = stepIn(entries.state());
    if (step?.form !== session.id || isSame(step, wanted())) return;
    followed = null;
    session.dispatch({ type: 'arrived', ...placeOf(session.state(), step) });
  }

  // After a reload, or Back into the form, the history entry has the correct position. The draft may not have been
  // saved in time.
  const opened = stepIn(entries.state());
  if (opened?.form === session.id) {
    const place = placeOf(session.state(), opened);
    if (place.section !== currentSection(session.state()).id)
      session.dispatch({ type: 'arrived', ...place });
    else if (place.isEditing) session.dispatch({ type: 'resumedEditing' });
  }
  onChange();
  const stopListening = entries.onArrival(onArrival);
  const unsubscribe = session.subscribe(onChange);
  return () => {
    stopListening();
    unsubscribe();
  };
}

/** Goes back to the form's first history entry, so that Back from the next page opens the page before the form. */
export const leaveSections = (
  entries = historyEntries(),
  countBefore = entriesBeforeHere,
): Promise<void> =>
  entries.inTurn(async () => {
    await entries.leaveLayers();
    const depth = stepIn(entries.state())?.depth ?? 0;
    await entries.go(-Math.min(depth, countBefore()));
  });

/**
 * Goes on as 'Next' does, if the section has no error and no warning. Otherwise nothing changes. Returns the section that the form went
 * to. Returns null if it stays, or if the person has moved meanwhile.
 */
export async function goOnIfComplete(
  store: FormStore,
  session: FormSession,
): Promise<Section | null> {
  const { id } = currentSection(session.state());
  const context = await readContext(store, session.id, session.state());
  const state = session.state();
  const section = currentSection(state);
  const problems = checkSection(section, captureIn(state, context));
  if (section.id !== id || problems.some(isError) || unpassedWarnings(state, problems).length > 0)
    return null;
  session.dispatch({ type: 'checked', context });
  return currentSection(session.state());
}
