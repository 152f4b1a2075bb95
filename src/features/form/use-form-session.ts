import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { schedule } from '../../platform/timers.ts';
import type { FormStore } from '../../store/open-store.ts';
import { createFormSession, type FormSession, type Opened } from './form-session.ts';
import type { SubmitPorts, SubmitState } from './lazy/submit-form.tsx';
import { loadLazyParts } from './lazy-parts.tsx';
import { addSectionEntries } from './section-entries.ts';

const PREPARE_AFTER_MS = 1_500;

/** The wait (ms) after a commit, so that several commits in a row cause only one read of the draft. */
const VERIFY_AFTER_MS = 250;

/**
 * The session of an open form while the component is mounted. When the page is hidden, unsaved changes are saved. If a
 * save has failed, the browser asks before it closes the page.
 */
export function useFormSession(
  store: FormStore,
  opened: Opened,
  onCreated: (id: SubmissionId) => void,
): FormSession {
  const created = useRef<((id: SubmissionId) => void) | null>(null);
  const [session] = useState(() =>
    createFormSession(opened, {
      store: store.drafts,
      after: schedule,
      onCreated: (id) => created.current?.(id),
    }),
  );
  useEffect(() => {
    created.current = onCreated;
    return () => {
      created.current = null;
    };
  }, [onCreated]);

  // Prepares saving 1.5 s after the form is shown. The form then opens without waiting, and the first typed character
  // is saved sooner.
  useEffect(
    () => schedule(PREPARE_AFTER_MS, () => void store.drafts.prepare().catch(() => undefined)),
    [store],
  );

  const isBegun = opened.revision === null && Object.keys(opened.content.values).length > 0;
  useEffect(() => {
    // If this fails, the session's state shows the failure.
    if (isBegun) void session.ensureDraft().catch(() => undefined);
  }, [session, isBegun]);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const save = () => void session.flush();
    window.addEventListener('pagehide', save, { signal });
    window.addEventListener(
      'beforeunload',
      (event) => {
        if (session.saving().status === 'failed') event.preventDefault();
      },
      { signal },
    );
    document.addEventListener(
      'visibilitychange',
      () => void (document.visibilityState === 'hidden' ? session.flush() : session.verify()),
      { signal },
    );
    return () => ending.abort();
  }, [session]);

  // If another tab commits a change to this draft, this session ends at once.
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const stop = store.onCommit(() => {
      cancel ??= schedule(VERIFY_AFTER_MS, () => {
        cancel = null;
        // `verify` fails if the database is closed. The next save shows that.
        void session.verify().catch(() => undefined);
      });
    });
    return () => {
      stop();
      cancel?.();
    };
  }, [session, store]);
  return session;
}

export const useFormState = (session: FormSession) =>
  useSyncExternalStore(session.subscribe, session.state);

export const useSaveState = (session: FormSession) =>
  useSyncExternalStore(session.subscribe, session.saving);

/**
 * Gives each section a history entry. `isBegun`: the person has left the first view of the first section. That view
 * does not need this code.
 */
export function useSectionHistory(session: FormSession, isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return;
    let isOver = false;
    let stop = addSectionEntries(session);
    void loadLazyParts().then(
      ({ followSections }) => {
        if (isOver) return;
        stop();
        stop = followSections(session);
      },
      // If the code cannot be loaded, `addSectionEntries` continues.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [session, isBegun]);
}

/** 'Submit': checks, saves and submits the form. A second press has no effect. */
export function useSubmit(store: FormStore, session: FormSession, ports: SubmitPorts) {
  const [state, setState] = useState<SubmitState>({ status: 'idle' });
  const isLocked = useRef(false);

  /** `agreed`: the person agreed to send an unchanged file again. */
  async function press(agreed?: 'unchanged'): Promise<void> {
    if (isLocked.current) return;
    isLocked.current = true;
    const next = await loadLazyParts()
      .then(({ submitForm }) =>
        submitForm(store, session, ports, agreed, () => setState({ status: 'running' })),
      )
      .catch((): SubmitState => ({ status: 'refused', trouble: { status: 'failed' } }));
    setState(next);
    isLocked.current = next.status === 'done';
  }
  return { state, press, callOff: () => setState({ status: 'idle' }) };
}

type Direction = 'forward' | 'backward';

/** The person's last direction through the sections. Null before the first move. `place`: the number of the shown section. */
export function useDirection(place: number): Direction | null {
  const [seen, setSeen] = useState<Readonly<{ place: number; direction: Direction | null }>>({
    place,
    direction: null,
  });
  if (seen.place === place) return seen.direction;
  const direction = place > seen.place ? 'forward' : 'backward';
  setSeen({ place, direction });
  return direction;
}
