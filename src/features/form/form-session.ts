import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { FormId, SubmissionId } from '../../domain/ids.ts';
import type { DraftContent } from '../../store/drafts/draft-content.ts';
import type { DraftEnd, DraftsStore } from '../../store/drafts/drafts.ts';
import { type AutosavePorts, createAutosave, type SaveState } from './autosave.ts';
import { type FormAction, type FormState, formReducer, openingState } from './form-state.ts';

export type FormSessionPorts = Readonly<{
  store: Pick<DraftsStore, 'create' | 'save' | 'endOf'>;
  after: AutosavePorts<unknown>['after'];
  /** Called when the draft is on the disk for the first time. */
  onCreated: (id: SubmissionId) => void;
}>;

/** The form to open. `revision` is null if nothing is stored yet. */
export type Opened = Readonly<{
  id: SubmissionId;
  kind: FormKind;
  revision: number | null;
  content: DraftContent;
  /** The returned form that this one corrects. */
  corrects?: FormId | undefined;
}>;

/** One open form. Only this session writes the form's state and draft. */
export type FormSession = Readonly<{
  id: SubmissionId;
  state: () => FormState;
  saving: () => SaveState;
  subscribe: (listener: () => void) => () => void;
  dispatch: (action: FormAction) => void;
  /** Stores the draft, even if nothing was typed yet. Rejects if it cannot be written: with a quota error if the phone is full. */
  ensureDraft: () => Promise<SubmissionId>;
  /** Saves everything that the disk accepts. `saving` shows the result. */
  flush: () => Promise<void>;
  /** Ends the session if another tab changed, submitted or deleted the draft. Does nothing during `submitting`. */
  verify: () => Promise<void>;
  /**
   * Runs `work`, which submits this form. If the phone is too full, the row is 'queued' for a moment before the submit
   * is undone. That moment must not end the session.
   */
  submitting: <T>(work: () => Promise<T>) => Promise<T>;
  /** The values that were typed in this tab and are not on the disk. */
  unsavedValues: () => Values;
  /** Ends the session: it writes nothing afterwards. */
  end: (end: DraftEnd['status']) => void;
}>;

/** Entering values creates a draft. Moving through the form does not. */
const isEntered = (before: DraftContent, after: DraftContent): boolean =>
  before.values !== after.values ||
  before.location !== after.location ||
  before.withoutLocation !== after.withoutLocation ||
  before.consent !== after.consent;

/** A full phone gives a quota error, as the browser does. So the parts of the form need not know the session. */
function notWritten(saving: SaveState): Error {
  const error = new Error('the draft could not be written');
  if (saving.status === 'failed' && saving.reason === 'quota') error.name = 'QuotaExceededError';
  return error;
}

export function createFormSession(
  { id, kind, revision: opened, content }: Opened,
  { store, after, onCreated }: FormSessionPorts,
): FormSession {
  const listeners = new Set<() => void>();
  let state = openingState(formOf(kind), content);
  let revision = opened;
  let submits = 0;
  let isSubmitting = false;
  let onDisk: Values = opened === null ? {} : content.values;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const autosave = createAutosave<DraftContent>(
    {
      after,
      onState: tell,
      async write(next) {
        const isNew = revision === null;
        const result =
          revision === null
            ? await store.create(id, kind, next)
            : await store.save(id, revision, next);
        if (result.status === 'saved') {
          revision = result.revision;
          onDisk = next.values;
          if (isNew) onCreated(id);
        }
        return result;
      },
    },
    opened === null ? 'untouched' : 'saved',
  );

  /** True if another tab can still end the session. A read-only session ends if the draft is submitted or deleted. */
  function isWatching(): boolean {
    const saving = autosave.state();
    return saving.status === 'saved' || (saving.status === 'ended' && saving.end === 'stale');
  }

  return {
    id,
    state: () => state,
    saving: autosave.state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(action) {
      if (autosave.state().status === 'ended') return;
      const before = state;
      state = formReducer(before, action);
      if (state === before) return;
      const isStored = autosave.state().status !== 'untouched';
      if (
        state.content !== before.content &&
        (isStored || isEntered(before.content, state.content))
      )
        autosave.change(state.content);
      tell();
    },
    async ensureDraft() {
      if (revision === null) autosave.change(state.content);
      await autosave.flush();
      if (revision === null) throw notWritten(autosave.state());
      return id;
    },
    flush: autosave.flush,
    async verify() {
      const known = revision;
      if (known === null || isSubmitting || !isWatching()) return;
      const submitsBefore = submits;
      const end = await store.endOf(id, known);
      // This page may have saved or submitted the draft while `endOf` ran.
      const isCurrent = revision === known && submits === submitsBefore;
      if (end !== null && isCurrent && isWatching()) autosave.end(end.status);
    },
    async submitting(work) {
      submits += 1;
      isSubmitting = true;
      try {
        return await work();
      } finally {
        isSubmitting = false;
      }
    },
    unsavedValues: () =>
      Object.fromEntries(
        Object.entries(state.content.values).filter(([name, value]) => onDisk[name] !== value),
      ),
    end: autosave.end,
  };
}
