import type { FormSession } from './form-session.ts';
import { currentSection, shownSections } from './form-state.ts';

/**
 * An entry of the browser's history as a place in a form. `depth`: how many entries of the form lie before it, which is the
 * section's number. `edited`: the section that the review was left for; its entry comes after the review's.
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
 * What `followSections` does, as far as it goes without its code, which a slow link brings late: an entry of the history for
 * each section that the person goes on to, so that the phone's Back does not leave the form.
 */
export function holdSections(session: FormSession, page: PageOfForm = window): () => void {
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

  // An entry that knows its section knows better than the draft where the person was: see there.
  if (entry() === null) follow();
  const unsubscribe = session.subscribe(follow);
  page.addEventListener('popstate', arrive);
  return () => {
    unsubscribe();
    page.removeEventListener('popstate', arrive);
  };
}
