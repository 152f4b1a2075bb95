import type { FormId } from '../domain/ids.ts';
import { advance } from '../domain/submission.ts';
import { lacksFormId } from '../domain/submission-state.ts';
import type { Database } from './database.ts';
import {
  addFormGuid,
  claimFormGuid,
  nextFormGuid,
  rememberFormGuid,
  unusedFormGuids,
} from './form-guids.ts';
import {
  decodeSubmission,
  encodeSubmission,
  type StoredSubmission,
} from './format/submission-row.ts';
import type { FormIds } from './outbox-ports.ts';
import { readThenWrite } from './read-then-write.ts';
import { reopening } from './reopen.ts';

type ToNumber = Readonly<{
  row: StoredSubmission | undefined;
  /** The oldest of the pool. */
  formId: FormId | null;
}>;

export function createFormIds(db: Database): FormIds {
  return {
    giveFormId: (id, at) =>
      readThenWrite<ToNumber, boolean>(db, {
        tables: ['submissions', 'formGuids'],
        read: async () => ({ row: await db.submissions.get(id), formId: await nextFormGuid(db) }),
        plan: ({ row, formId }) => {
          const before = decodeSubmission(row);
          if (before === null || formId === null || !lacksFormId(before)) return { result: false };
          const submission = advance(before, { event: 'formIdGiven', at, formId });
          const numbered = encodeSubmission(submission);
          return {
            result: true,
            write: async () => {
              await rememberFormGuid(db, formId, id);
              await db.submissions.put(numbered);
            },
          };
        },
      }),
    claimFormId: (guid, id) => reopening(db, () => claimFormGuid(db, guid, id)),
    poolSize: () => reopening(db, () => unusedFormGuids(db)),
    addToPool: (guid) => reopening(db, () => addFormGuid(db, guid)),
  };
}
