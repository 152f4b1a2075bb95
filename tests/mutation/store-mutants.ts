import type { Mutant } from './mutant.ts';

/** Mistakes in the data on the phone's disk. */
export const storeMutants: readonly Mutant[] = [
  {
    name: 'Submit split: the frozen body in a second transaction',
    file: 'src/store/outbox/submitting.ts',
    edits: [
      ['        await db.payloads.put(body);\n', '        split = () => db.payloads.put(body);\n'],
      [
        'const isSameSet =',
        'let split = async (): Promise<unknown> => undefined;\n\nconst isSameSet =',
      ],
      [
        '          }),\n        ),\n      );\n    },\n\n    queueAgain: (id, decide)',
        "          }).then(async (done) => {\n            if (typeof done === 'object' && done.status === 'frozen') await split();\n            return done;\n          }),\n        ),\n      );\n    },\n\n    queueAgain: (id, decide)",
      ],
    ],
  },
  {
    name: 'receipt first, personal data deleted in a second transaction',
    file: 'src/store/outbox/outbox-rows.ts',
    edits: [
      [
        '    await deleteContents(db, after.id);\n',
        "    setTimeout(() => db.transaction('rw', [...allSubmissionTables], () => deleteContents(db, after.id)));\n",
      ],
    ],
  },
  {
    name: 'the form outlives the delivery',
    file: 'src/store/outbox/outbox-rows.ts',
    edits: [['    await deleteContents(db, after.id);\n', '']],
  },
  {
    name: 'recover forgets all submissions but the first',
    file: 'src/store/outbox/recording.ts',
    edits: [
      [
        "queued.map((row) => advance(row, { event: 'recovered', at }))",
        "queued.map((row, n) => (n === 0 ? advance(row, { event: 'recovered', at }) : row))",
      ],
    ],
  },
  {
    name: 'recover without the lease',
    file: 'src/store/outbox/recording.ts',
    edits: [['if (!isOurs) return { result: [] };', '']],
  },
  {
    name: 'a drain writes without the lease',
    file: 'src/store/outbox/recording.ts',
    edits: [["if (!isOurs) return { result: { status: 'fenced' } };", '']],
  },
  {
    name: 'a stale answer is written',
    file: 'src/store/outbox/recording.ts',
    edits: [
      [
        "if (closed === null || isStale(closed, event)) return { result: { status: 'stale' } };",
        "if (closed === null) return { result: { status: 'stale' } };",
      ],
    ],
  },
  {
    name: 'Submit does not look at the draft’s revision',
    file: 'src/store/outbox/submitting.ts',
    edits: [['opened.revision !== revision || ', '']],
  },
  {
    name: 'Submit does not look at the files again',
    file: 'src/store/outbox/submitting.ts',
    edits: [[' || !isSameSet(ids, attachments)', '']],
  },
  {
    name: 'a submission is submitted again',
    file: 'src/store/outbox/submitting.ts',
    edits: [
      [
        "      return { result: { status: 'alreadySubmitted' } };\n    const ids",
        '      submittedAgain += 1;\n    const ids',
      ],
      ['const isSameSet =', 'let submittedAgain = 0;\n\nconst isSameSet ='],
    ],
  },
  {
    name: 'a submission takes a second formId at its correction',
    file: 'src/store/outbox/submitting.ts',
    edits: [
      ['freeze(before, formIdToSubmit(before, guid))', 'freeze(before, guid ?? before.formId)'],
      ['if (before.formId === null && guid !== null)', 'if (guid !== null)'],
    ],
  },
  {
    name: 'restoring overwrites what is here',
    file: 'src/store/outbox/restoring.ts',
    edits: [["if ((await db.submissions.get(submission.id)) !== undefined) return 'present';", '']],
  },
  {
    name: 'deleting does not ask whether it may',
    file: 'src/store/outbox/submitting.ts',
    edits: [["if (!allowed(row)) return 'refused';", '']],
  },
  {
    name: 'a deleted form leaves its files',
    file: 'src/store/outbox/outbox-rows.ts',
    edits: [
      [
        '  await db.blobs.bulkDelete(files);\n  await db.attachments.bulkDelete(files);\n',
        '  await db.attachments.bulkDelete(files);\n',
      ],
    ],
  },
  {
    name: 'an old signature stays beside the new one',
    file: 'src/store/outbox/submitting.ts',
    edits: [['  await db.attachments.bulkDelete(old);\n', '']],
  },
  {
    name: 'a lease is taken from a drain that lives',
    file: 'src/store/outbox/recording.ts',
    edits: [
      [
        'if (!isAlone && !(await holdsLease(db, owner)) && (await leaseRuns(db, now))) return false;',
        '',
      ],
    ],
  },
  {
    name: 'a lost lease is renewed',
    file: 'src/store/outbox/recording.ts',
    edits: [['        if (!(await holdsLease(db, owner))) return false;\n', '']],
  },
  {
    name: 'a drain ends another’s lease',
    file: 'src/store/outbox/recording.ts',
    edits: [
      [
        "if (await holdsLease(db, owner)) await deleteKey(db, 'lease');",
        "await deleteKey(db, 'lease');",
      ],
    ],
  },
  {
    name: 'a lease that a clock set back keeps running',
    file: 'src/store/device/device-values.ts',
    edits: [[' && lease.until - now <= lease.length', '']],
  },
  {
    name: 'a formGuid is taken at Submit and left in the pool',
    file: 'src/store/outbox/submitting.ts',
    edits: [
      [
        'if (before.formId === null && guid !== null) await rememberFormGuid(db, guid, before);\n',
        '',
      ],
    ],
  },
  {
    name: 'a formGuid is given later and left in the pool',
    file: 'src/store/outbox/submitting.ts',
    edits: [['await rememberFormGuid(db, formId, before);\n', '']],
  },
  {
    name: 'a formGuid that came before is taken for a submission',
    file: 'src/store/outbox/form-guids.ts',
    edits: [['return row.submissionId === by;', 'return true;']],
  },
  {
    name: 'a formGuid that came before goes into the pool',
    file: 'src/store/outbox/form-guids.ts',
    edits: [['if ((await rowOf(db, guid)) !== undefined) return false;', '']],
  },
  {
    name: 'a restored submission does not own its formGuid',
    file: 'src/store/outbox/restoring.ts',
    edits: [
      [
        'if (submission.formId !== null) await rememberFormGuid',
        'if (submission.formId === "") await rememberFormGuid',
      ],
    ],
  },
  {
    name: 'a drain is given rows that it does not understand',
    file: 'src/store/format/submission-row.ts',
    edits: [['if (!isRow(stored)) return null;', 'if (stored === undefined) return null;']],
  },
  {
    name: 'a photo is added to what is submitted',
    file: 'src/store/files/attachments.ts',
    edits: [
      [
        "const form = isOpenForm(rows) ? await openForm(keyStore, rows) : null;\n          if (form === null) return refused('notOpen');",
        "const form = await openForm(keyStore, rows);\n          if (form === null) return refused('notOpen');",
      ],
    ],
  },
  {
    name: 'a photo is taken out of what is submitted',
    file: 'src/store/files/attachments.ts',
    edits: [
      [
        'const form = isOpenForm(rows) ? await openForm(keyStore, rows) : null;\n          if (row === undefined',
        'const form = await openForm(keyStore, rows);\n          if (row === undefined',
      ],
    ],
  },
  {
    name: 'an eleventh photo is taken',
    file: 'src/store/files/attachments.ts',
    edits: [['others.length >= MAX_FILES_OF_A_KIND', 'others.length > MAX_FILES_OF_A_KIND']],
  },
  {
    name: 'a stroke is added to what is submitted',
    file: 'src/store/files/strokes.ts',
    edits: [
      [
        'isOpenForm(rows) ? await openForm(keyStore, rows) : null',
        'await openForm(keyStore, rows)',
      ],
    ],
  },
  {
    name: 'two tabs overwrite each other',
    file: 'src/store/drafts/drafts.ts',
    edits: [["return row.revision === revision ? null : { status: 'stale' };", 'return null;']],
  },
  {
    name: 'a draft is changed after Submit',
    file: 'src/store/drafts/drafts.ts',
    edits: [["if (submission?.status === 'queued') return { status: 'submitted' };", '']],
  },
  {
    name: 'the rows are not compared with the read ones before a write',
    file: 'src/store/db/transactions.ts',
    edits: [['if (!isSameRow(await read(), seen)) return false;', '']],
  },
  {
    name: 'practising in the database of the real forms',
    file: 'src/store/practice-store.ts',
    edits: [['name: PRACTICE_DATABASE,\n', '']],
  },
  {
    name: 'the practice data stays after practice ends',
    file: 'src/store/practice-store.ts',
    edits: [['await held;\n              await wipePractice(locks);', 'await held;']],
  },
  {
    name: 'a new practice finds what a killed page left',
    file: 'src/store/practice-store.ts',
    edits: [['if (goesOn === undefined) await wipePractice(locks);', '']],
  },
  {
    name: 'practice is deleted while another tab uses it',
    file: 'src/store/practice-store.ts',
    edits: [['if (lock !== null) await Dexie', 'await Dexie']],
  },
  {
    name: 'a late write opens a store again that was closed for good',
    file: 'src/store/db/connection.ts',
    edits: [
      ['  db.open = () => Dexie.Promise.reject(new Dexie.DatabaseClosedError());\n', ''],
      ['  db.close = () => undefined;\n', ''],
    ],
  },
];
