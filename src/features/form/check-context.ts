import { useLiveQuery } from 'dexie-react-hooks';
import { uniqueText } from '../../domain/forms/check.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../../store/database.ts';
import { type DraftParts, draftParts, noParts } from '../../store/draft-parts.ts';
import { draftsStore } from '../../store/drafts.ts';
import type { CheckContext, FormState } from './form-state.ts';
import type { UnsavedFile } from './parts.ts';
import { isFailed } from './use-unsaved-files.ts';

/** What is stored around a form's content, with the files themselves for the review. */
export type StoredContext = CheckContext &
  Pick<DraftParts, 'files'> &
  Readonly<{
    /** Files that are not on the disk yet. */
    preparing: readonly UnsavedFile[];
  }>;

const EMPTY_CONTEXT: StoredContext = {
  ...noParts,
  preparing: [],
  simCardNumbersElsewhere: new Map(),
};

async function contextOf(
  db: Database,
  id: SubmissionId,
  simCardNumber: string,
): Promise<StoredContext> {
  const parts = await draftParts(db, id);
  const simCardNumbersElsewhere = await draftsStore(db).simCardNumbersElsewhere(id, simCardNumber);
  return { ...parts, preparing: [], simCardNumbersElsewhere };
}

const simCardNumberIn = ({ form, content }: FormState): string => uniqueText(form, content.values);

/** As it is at this moment: what was drawn or added just before a press counts. */
export const readContext = (
  db: Database,
  id: SubmissionId,
  state: FormState,
): Promise<StoredContext> => contextOf(db, id, simCardNumberIn(state));

export function useCheckContext(db: Database, id: SubmissionId, state: FormState): StoredContext {
  const simCardNumber = simCardNumberIn(state);
  return (
    useLiveQuery(() => contextOf(db, id, simCardNumber), [db, id, simCardNumber]) ?? EMPTY_CONTEXT
  );
}

/** As it will be once the files on their way are on the disk: nobody is told that one of those is missing. */
export function withUnsaved(around: StoredContext, unsaved: readonly UnsavedFile[]): StoredContext {
  const preparing = unsaved.filter((file) => !isFailed(file));
  const expected = Object.fromEntries(preparing.map(({ kind }) => [kind, 1]));
  return { ...around, preparing, fileCounts: { ...expected, ...around.fileCounts } };
}
