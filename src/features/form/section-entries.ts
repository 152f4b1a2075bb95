import type { FormSession } from './form-session.ts';
import { currentSection, shownSections } from './form-state.ts';

/**
 * A history entry as a position in a form. `depth`: the section's number, equal to the number of earlier entries of the
 * form. `edited`: the section that the person opened from the review. Its entry follows the review's entry.
 */
export type Step = Readonly<{ form: string; depth: number; edited: string | null }>;

export function stepIn(state: object): Step | null {
  const step = 'step' in state ? state.step : null;
  if (typeof step !== 'object' || step === null) return null;
  const { form, depth, edited }: Partial<Record<keyof Step, unknown>> = step;
  if (typeof form !== 'string' || !Number.isSafeInteger(depth)) return null;
  return { form, depth: Number(depth), edited: typeof edited === 'string' ? edited : null };
}

type PageOfForm = Readonly<{
  history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  addEventListener: (type: 'popstate', listener: () => void) => void;
  removeEventListener: (type: 'popstate', listener: () => void) => void;
}>;

/**
 * The part of `followSections` that works before the lazy code is loaded. Adds a history entry for each new section, so
 * that the phone's Back does not leave the form.
 */
export function addSectionEntries(session: FormSession, page: PageOfForm = window): () => void {
  const { history } = page;
  const entry = () => stepIn(history.state ?? {});
  const stateAt = (depth: number) => ({
    ...history.state,
    step: { form: session.id, depth, edited: null },
  });
  let here = entry()?.depth ?? 0;

  function follow(): void {
    const state = session.state();
    const depth = shownSections(state).indexOf(currentSection(state));
    if (depth === here) return;
    history.replaceState(stateAt(Math.min(here, depth)), '');
    while (here < depth) {
      here += 1;
      history.pushState(stateAt(here), '');
    }
    here = depth;
  }

  function arrive(): void {
    const step = entry();
    const section = step?.form === session.id && shownSections(session.state())[step.depth];
    if (!section) return;
    here = step.depth;
    session.dispatch({ type: 'arrived', section: section.id, isEditing: false });
  }

  // If the current history entry already names a section (after a reload or Back), keep it: the entry is newer than the
  // draft. `followSections` then opens that section.
  if (entry() === null) follow();
  const unsubscribe = session.subscribe(follow);
  page.addEventListener('popstate', arrive);
  return () => {
    unsubscribe();
    page.removeEventListener('popstate', arrive);
  };
}
