import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import type { UnsavedFile, UnsavedFiles } from './parts.ts';

const none: readonly UnsavedFile[] = [];

/** Those of this form. */
export function useUnsavedFiles(all: UnsavedFiles, id: SubmissionId): readonly UnsavedFile[] {
  const files = useSyncExternalStore(all.subscribe, all.snapshot, () => none);
  return useMemo(() => files.filter(({ submissionId }) => submissionId === id), [files, id]);
}

export const isFailed = ({ state }: UnsavedFile): boolean => state.status === 'failed';

/**
 * Lets a press wait until every file of the form is on the disk, or was left out by the person: then it acts by itself.
 * Going to another section calls it off.
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
