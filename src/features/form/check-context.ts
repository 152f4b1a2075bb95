import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { uniqueText } from '../../domain/forms/check.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { type DraftContext, noParts } from '../../store/drafts/draft-context.ts';
import type { FormStore } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { strokesBeingSaved } from '../../worker/pending-work.ts';
import type { CheckContext, FormState } from './form-state.ts';
import type { UnsavedFile, UnsavedFiles } from './parts.ts';

const none: readonly UnsavedFile[] = [];

export function useUnsavedFiles(all: UnsavedFiles, id: SubmissionId): readonly UnsavedFile[] {
  const files = useSyncExternalStore(all.subscribe, all.snapshot, () => none);
  return useMemo(() => files.filter(({ submissionId }) => submissionId === id), [files, id]);
}

export const isFailed = ({ state }: UnsavedFile): boolean => state.status === 'failed';

/**
 * Delays a press until every file of the form is saved or dismissed. Then the press takes effect by itself. If the
 * person moves to another section, the press is cancelled.
 */
export function usePressAfterFiles(files: readonly UnsavedFile[], section: string) {
  const [pressed, setPressed] = useState<Readonly<{ section: string; act: () => void }> | null>(
    null,
  );
  if (pressed !== null && pressed.section !== section) setPressed(null);
  useEffect(() => {
    if (pressed === null || files.length > 0) return;
    setPressed(null);
    pressed.act();
  }, [pressed, files]);
  return {
    isWaiting: pressed !== null,
    press: (act: () => void): void => {
      if (files.length === 0) act();
      else setPressed({ section, act });
    },
  };
}

/** The stored data outside a form's content, with the files for the review. */
export type StoredContext = CheckContext &
  Pick<DraftContext, 'files'> &
  Readonly<{
    preparing: readonly UnsavedFile[];
  }>;

export const EMPTY_CONTEXT: StoredContext = {
  ...noParts,
  preparing: [],
  simCardNumbersElsewhere: new Map(),
};

const simCardNumberIn = ({ form, content }: FormState): string => uniqueText(form, content.values);

/** Reads the current context, including a stroke or file added just before a press. */
export async function readContext(
  store: FormStore,
  id: SubmissionId,
  state: FormState,
): Promise<StoredContext> {
  await strokesBeingSaved.allSettled();
  return { ...(await contextWith(store, id, simCardNumberIn(state))), preparing: [] };
}

/** The stored data of a form with this SIM card number. */
export async function contextWith(
  store: FormStore,
  id: SubmissionId,
  sim: string,
): Promise<DraftContext> {
  return store.queries.draftContext(id, sim, isWhole(sim) ? await store.simHash(sim) : null).read();
}

/** A SIM number has at least 18 digits. Nothing is looked up for a shorter text. */
export const isWhole = (sim: string): boolean => sim.length >= 18;

/** Returns the SIM number's HMAC. Null until the browser has computed it. */
function useSimMark(store: FormStore, sim: string): string | null {
  const [made, setMade] = useState({ sim: '', mark: null as string | null });
  useEffect(() => {
    let isOver = false;
    if (isWhole(sim))
      store.simHash(sim).then(
        (mark) => {
          if (!isOver) setMade({ sim, mark });
        },
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [store, sim]);
  return made.sim === sim ? made.mark : null;
}

export function useCheckContext(
  store: FormStore,
  id: SubmissionId,
  state: FormState,
): StoredContext {
  const simCardNumber = simCardNumberIn(state);
  const mark = useSimMark(store, simCardNumber);
  const stored = useStored(
    () => store.queries.draftContext(id, simCardNumber, mark),
    [store, id, simCardNumber, mark],
  );
  return stored === undefined ? EMPTY_CONTEXT : { ...stored, preparing: [] };
}

/** Adds the files that are still being saved, so that the form does not report them as missing. */
export function withUnsaved(
  context: StoredContext,
  unsaved: readonly UnsavedFile[],
): StoredContext {
  const preparing = unsaved.filter((file) => !isFailed(file));
  const expected = Object.fromEntries(preparing.map(({ kind }) => [kind, 1]));
  return { ...context, preparing, fileCounts: { ...expected, ...context.fileCounts } };
}
