import type { Mutant } from './mutant.ts';

/** Mistakes in the phone's encrypted data, in its lock and its clock, and in uploads in pieces. */
export const phoneMutants: readonly Mutant[] = [
  {
    name: 'the bucket of a dropped secret stays on the disk',
    file: 'src/seal/secret-storage.ts',
    edits: [['    for (const number of old) await buckets.delete(bucketName(number));\n', '']],
  },
  {
    name: 'a page goes on in the bucket that a power loss may have damaged',
    file: 'src/seal/secret-storage.ts',
    edits: [['let isBegun = false;', 'let isBegun = true;']],
  },
  {
    name: 'a secret is not on the disk when it is said to be',
    file: 'src/seal/secret-storage.ts',
    edits: [["'readwrite', { durability: 'strict' }", "'readwrite', { durability: 'relaxed' }"]],
  },
  {
    name: 'the oldest of two buckets wins',
    file: 'src/seal/secret-storage.ts',
    edits: [['.sort((one, other) => one - other);', '.sort();']],
  },
  {
    name: 'a damaged cache keeps a loss from being told',
    file: 'src/seal/secret-storage.ts',
    edits: [['orIfDamaged(found, undefined)', 'found']],
  },
  {
    name: 'a failure that passes deletes a cache of secrets',
    file: 'src/seal/secret-storage.ts',
    edits: [['isDamaged(error) && keys().then(() => false, isDamaged)', 'isDamaged(error)']],
  },
  {
    name: 'a secret that is needed again is deleted',
    file: 'src/store/outbox/key-upkeep.ts',
    edits: [['    if (row !== undefined && isNeeded(row)) return;\n', '']],
  },
  {
    name: 'the name of a file opens at the place of any file',
    file: 'src/store/keys/sealed-rows.ts',
    edits: [
      [
        'name: (id: AttachmentId) => `veld/1/name/$',
        'name: (id: AttachmentId) => `veld/1/name` || `$',
      ],
    ],
  },
  {
    name: 'a key that was on its way is taken after somebody locked',
    file: 'src/store/lock/lock-channel.ts',
    edits: [['      for (const take of waiting) take(null);\n', '']],
  },
  {
    name: 'starting again leaves another tab unlocked',
    file: 'src/store/lock/reset-agent.ts',
    edits: [['    lockEverywhere();\n', '']],
  },
  {
    name: 'a wait begins anew each time that somebody looks',
    file: 'src/store/lock/lock-store.ts',
    edits: [['      await restartWaits(db, locked, now());\n', '']],
  },
  {
    name: 'a wait lasts as long as the clock was ahead',
    file: 'src/domain/lock.ts',
    edits: [
      [
        'const { count, lastAt } = currentFailures(failures, now);',
        'const { count, lastAt } = failures;',
      ],
    ],
  },
  {
    name: 'a screen believes a wait longer than any can be',
    file: 'src/domain/lock.ts',
    edits: [[' && until - now <= MAX_WAIT_MS', '']],
  },
  {
    name: 'a touch time in the future locks every page',
    file: 'src/features/lock/presence-watch.ts',
    edits: [['at > now() + LOOK_MS ? 0 : at', 'at']],
  },
  {
    name: 'an upload whose address never answers is never begun anew',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [['beginsAnew(step) ? null : (step.upload ?? null)', 'step.upload ?? null']],
  },
  {
    name: 'a file of which a part came never goes in one request',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [
      ['(step.attempts + 1) % every === 0', '!isLetThrough && (step.attempts + 1) % every === 0'],
    ],
  },
  {
    name: 'another upload counts as progress of this one',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [
      [
        'upload.address === step.upload?.address && upload.came > step.upload.came',
        'upload.came > (step.upload?.came ?? 0)',
      ],
    ],
  },
  {
    name: 'an offset beyond the end is believed',
    file: 'src/api/resumable-upload.ts',
    edits: [["      if (offset > bytes.size) return { status: 'unusable' };\n", '']],
  },
  {
    name: 'a cut that brought nothing is followed by the next piece at once',
    file: 'src/api/resumable-upload.ts',
    edits: [['after.offset <= offset', 'after.offset < offset']],
  },
  {
    name: 'a firewall that does not know PATCH pauses the outbox',
    file: 'src/api/resumable-upload.ts',
    edits: [['(answer.status >= 500 && !unknown.has(answer.status))', 'answer.status >= 500']],
  },
  {
    name: 'a firewall that forbids PATCH pauses the outbox',
    file: 'src/api/resumable-upload.ts',
    edits: [['(!hasFreshToken && mayBeOfToken(answer))', 'mayBeOfToken(answer)']],
  },
  {
    name: 'a stored address of another origin is called',
    file: 'src/api/resumable-upload.ts',
    edits: [['begun && ownAddress(begun.address, baseAddress)', 'begun?.address']],
  },
  {
    name: 'a path that names a host is called',
    file: 'src/api/resumable-upload.ts',
    edits: [
      [
        'URL.canParse(path, base.href) && new URL(path, base).origin === PAGE_ORIGIN ? path : null',
        'path',
      ],
    ],
  },
];
