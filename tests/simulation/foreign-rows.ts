import { idempotencyKey, stepId, submissionId } from '../../src/domain/ids.ts';
import { encodeSubmission, type StoredSubmission } from '../../src/store/format/submission-row.ts';
import { pick } from '../support/fakes/seeded-random.ts';
import { draftSubmission } from '../support/world/sync-world.ts';
import { digest } from './digest.ts';
import type { World } from './world.ts';

const id = submissionId('ffffffff-0000-4000-8000-000000000000');

/** Changes to a row. Today's version writes no such row. A later version or a faulty version wrote it. */
const rows: readonly object[] = [
  {
    steps: [
      {
        id: stepId('ffffffff-0000-4000-8000-000000000001'),
        key: idempotencyKey('ffffffff-0000-4000-8000-000000000002'),
        content: { call: 'SavePassport' },
        state: { status: 'pending' },
        attempts: 0,
      },
    ],
  },
  { steps: null },
  { history: null },
  { documents: null },
  { nextAttemptAt: 'tomorrow' },
];

/** Contents of manifests with a correct hash that today's version does not understand. */
const manifests: readonly string[] = [
  '{"version":2}',
  '{"version":1}',
  '{"version":1,"submission":null}',
  'not JSON',
  '',
];

/** Places a row and a copy of another version of the app. They must stay unchanged, and must not disturb the app. */
export async function placeForeignRows({
  disk,
  copyDisk,
  oddRandom,
}: World): Promise<StoredSubmission> {
  const odd = pick(rows, oddRandom);
  const row: StoredSubmission = {
    ...encodeSubmission(draftSubmission(id, 'registration', 0, 0)),
    status: 'queued',
    mirrored: true,
    submittedAt: 0,
    ...odd,
  };
  await disk.putRow(row);
  const manifest = pick(manifests, oddRandom);
  const folder = pick([id, 'eeeeeeee-0000-4000-8000-000000000000', 'no id'], oddRandom);
  copyDisk.set(folder, new Map([['submission.json', `${await digest(manifest)}\n${manifest}`]]));
  return row;
}
