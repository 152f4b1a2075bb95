import { idempotencyKey, stepId, submissionId } from '../../src/domain/ids.ts';
import type { Submission } from '../../src/domain/submission-types.ts';
import { pick } from '../support/seeded-random.ts';
import { draftSubmission } from '../support/sync-world.ts';
import { digest } from './digest.ts';
import type { World } from './world.ts';

const id = submissionId('ffffffff-0000-4000-8000-000000000000');

/** Rows that no version of today writes: one that came later did, or one that had a fault. */
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

/** Manifests of second copies, right to the last byte of what they say. */
const manifests: readonly string[] = [
  '{"version":2}',
  '{"version":1}',
  '{"version":1,"submission":null}',
  'not JSON',
  '',
];

/** What another version of the app left on this phone: it stays as it is, and is in nobody's way. */
export async function placeStrangers({ disk, mirrorDisk, oddRandom }: World): Promise<Submission> {
  const odd = pick(rows, oddRandom);
  const queued = { ...draftSubmission(id, 'registration', 0, 0), status: 'queued', mirrored: true };
  const row = { ...queued, submittedAt: 0, ...odd } as Submission;
  await disk.putRow(row);
  const manifest = pick(manifests, oddRandom);
  const folder = pick([id, 'eeeeeeee-0000-4000-8000-000000000000', 'no id'], oddRandom);
  mirrorDisk.set(folder, new Map([['submission.json', `${await digest(manifest)}\n${manifest}`]]));
  return row;
}
