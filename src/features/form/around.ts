import { useLiveQuery } from 'dexie-react-hooks';
import type { Values } from '../../domain/forms/form.ts';
import { normalisedSimCardNumber } from '../../domain/forms/next-sim.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../../store/database.ts';
import { type DraftParts, draftParts, noParts } from '../../store/draft-parts.ts';
import { draftsStore } from '../../store/drafts.ts';
import type { Around } from './form-state.ts';

/** What is stored around a form's content, with the files themselves for the review. */
export type StoredAround = Around & Pick<DraftParts, 'files'>;

const nothingAround: StoredAround = { ...noParts, simCardNumbersElsewhere: new Map() };

/** As it is at this moment: what was drawn or added just before a press counts. */
export async function readAround(
  db: Database,
  id: SubmissionId,
  values: Values,
): Promise<StoredAround> {
  const parts = await draftParts(db, id);
  const simCardNumber = normalisedSimCardNumber(values) ?? '';
  const simCardNumbersElsewhere = await draftsStore(db).simCardNumbersElsewhere(id, simCardNumber);
  return { ...parts, simCardNumbersElsewhere };
}

export function useAround(db: Database, id: SubmissionId, values: Values): StoredAround {
  const { simCardNumber = '' } = values;
  return (
    useLiveQuery(() => readAround(db, id, { simCardNumber }), [db, id, simCardNumber]) ??
    nothingAround
  );
}
