import type { Mutant } from './mutant.ts';

/** Mistakes in the reference server. */
export const serverMutants: readonly Mutant[] = [
  {
    name: 'an answer is not kept for its key',
    file: 'server/repository/repository.ts',
    edits: [
      [
        '    if (claim !== null) {\n      const { statusCode',
        '    if (claim !== null && at < 0) {\n      const { statusCode',
      ],
    ],
  },
  {
    name: 'one key answers for another content',
    file: 'server/repository/repository.ts',
    edits: [
      ['isSame = saved.requestHash === claim.requestHash', 'isSame = saved.requestHash !== null'],
    ],
  },
  {
    name: 'effect and answer in two transactions',
    file: 'server/repository/repository.ts',
    edits: [
      [
        'import { type Db, type Decision, type Engine, prepared }',
        "import { sql } from 'kysely';\nimport { type Db, type Decision, type Engine, prepared }",
      ],
      [
        '    const ending = await effect(forms);\n',
        '    const ending = await effect(forms);\n    if (isAnswered(ending)) await sql`COMMIT`.execute(db);\n    if (isAnswered(ending)) await sql`BEGIN`.execute(db);\n',
      ],
    ],
  },
  {
    name: 'a refusal leaves half an effect',
    file: 'server/repository/repository.ts',
    edits: [['keep: isAnswered(value.ending)', 'keep: value.ending.status.length > 0']],
  },
  {
    name: 'a form binds to any device',
    file: 'server/repository/forms-transaction.ts',
    edits: [['(form.deviceId === deviceId && ', '(']],
  },
  {
    name: 'a form changes its kind',
    file: 'server/repository/forms-transaction.ts',
    edits: [[' && form.kind === kind', '']],
  },
  {
    name: 'a document is given to any device',
    file: 'server/repository/repository.ts',
    edits: [
      [
        "          .where('device_id', '=', deviceId)\n          .executeTakeFirst();\n        return row === undefined ? null : documentFrom",
        "          .where('device_id', '<>', '')\n          .executeTakeFirst();\n        return row === undefined ? null : documentFrom",
      ],
    ],
  },
  {
    name: 'a document is removed through another form',
    file: 'server/repository/forms-transaction.ts',
    edits: [
      [
        "      .where('form_id', 'in', (from) =>\n        from",
        "      .where(({ exists, selectFrom }) => exists(selectFrom('forms')",
      ],
      [
        "          .selectFrom('forms')\n          .select('form_id')",
        "          .select('form_id')",
      ],
      [
        "          .where('kind', '=', kind),\n      )",
        "          .where('kind', '=', kind)),\n      )",
      ],
    ],
  },
  {
    name: 'a list shows every kind of document',
    file: 'server/repository/forms-transaction.ts',
    edits: [['it.category === category ?', "it.category !== '' ?"]],
  },
  {
    name: 'a document sent again is there twice',
    file: 'server/routes/uploads.ts',
    edits: [
      ['if (namesake === null) {', 'if (file.name !== null) {'],
      [
        '{ ...file, formFileId: randomUUID(),',
        "{ ...file, name: file.name + (namesake === null ? '' : ' '), formFileId: randomUUID(),",
      ],
    ],
  },
  {
    name: 'another content under a known name is taken for the same',
    file: 'server/routes/uploads.ts',
    edits: [
      [
        'namesake !== null && namesake.sha256 !== file.sha256',
        'namesake !== null && namesake.sha256 === null',
      ],
    ],
  },
  {
    name: 'an eleventh document is taken',
    file: 'server/routes/uploads.ts',
    edits: [
      ['documents.length > MAX_FILES_OF_A_KIND', 'documents.length > MAX_FILES_OF_A_KIND + 1'],
    ],
  },
  {
    name: 'the files of a replayed upload stay',
    file: 'server/routes/uploads.ts',
    edits: [
      [
        'stored.filter((file) => !saved?.kept.has(file.storageName))',
        'stored.filter((file) => saved?.kept.has(file.storageName) === false)',
      ],
    ],
  },
  {
    name: 'a commit in doubt takes away its files',
    file: 'server/routes/uploads.ts',
    edits: [['if (!(error instanceof CommitInDoubt)) await', 'if (error instanceof Error) await']],
  },
  {
    name: 'an old signature’s file stays',
    file: 'server/routes/uploads.ts',
    edits: [
      [
        'deleteAfterCommit(context, request, ending.freed)',
        'deleteAfterCommit(context, request, [])',
      ],
    ],
  },
  {
    name: 'a burst keeps any number of files before their commits',
    file: 'server/ops/data-folder.ts',
    edits: [['createLimiter(MAX_UNCOMMITTED_FILES)', 'createLimiter(100 * MAX_UNCOMMITTED_FILES)']],
  },
  {
    name: 'a call takes one place, however many files it brings',
    file: 'server/routes/uploads.ts',
    edits: [['context.uncommittedFiles(files.length, ', 'context.uncommittedFiles(1, ']],
  },
  {
    name: 'removed files are not synced',
    file: 'server/files/folder-store.ts',
    edits: [
      [
        '      await removeFrom(kept, names);\n      await syncKept();',
        '      await removeFrom(kept, names);',
      ],
    ],
  },
  {
    name: 'a backup is not synced',
    file: 'server/ops/operator-commands.ts',
    edits: [['  await syncTree(part);\n', '  await syncPath(part);\n']],
  },
  {
    name: 'a backup copies the database once',
    file: 'server/ops/operator-commands.ts',
    edits: [['if ([...missing].every((name) => before.has(name))) break;', 'break;']],
  },
  {
    name: 'a form is as old as its rows say',
    file: 'server/repository/upkeep.ts',
    edits: [["    .where('passed', '<', before.passed)\n", '']],
  },
  {
    name: 'a document is as old as its row says',
    file: 'server/repository/forms-transaction.ts',
    edits: [
      [
        '    passed: passedNow,\n    // The order of arrival',
        '    passed: 0,\n    // The order of arrival',
      ],
    ],
  },
  {
    name: 'a clock that was behind moves time on once it is right',
    file: 'server/repository/upkeep.ts',
    edits: [['now >= latest ? now - latest : DAY_MS', 'now - seen']],
  },
  {
    name: 'a crash in a removal leaves an upload without bytes',
    file: 'server/partials/folder-partials.ts',
    edits: [["    await rm(join(folder, 'about'), { force: true });\n", '']],
  },
  {
    name: 'an upload whose bytes are lost is there',
    file: 'server/partials/folder-partials.ts',
    edits: [['(await bytesIn(folder)) < offset', '(await bytesIn(folder)) < -1']],
  },
  {
    name: 'an offset that is no number is one',
    file: 'server/partials/folder-partials.ts',
    edits: [
      ['v.regex(/^\\d{16}$/), v.transform(Number), wholeNumber', 'v.transform(Number)'],
      ['offset === null || offset > about.length', 'offset === null'],
    ],
  },
  {
    name: 'a move once more brings back what was erased',
    file: 'server/ops/move-data.ts',
    edits: [["setMark(MOVE_MARK, 'done')", 'setMark(MOVE_MARK, MOVE_BEGUN)']],
  },
  {
    name: 'a move brings back what was erased while it was interrupted',
    file: 'server/ops/move-data.ts',
    edits: [['    if (there.size > 0) throw error(it);\n', '']],
  },
  {
    name: 'half of a move is served',
    file: 'server/ops/open-app.ts',
    edits: [['    await refuseHalfMoved(data.repository);\n', '']],
  },
  {
    name: 'keys are known by their names alone',
    file: 'server/keys/keys-file.ts',
    edits: [['return ring.open(sealed) === provenBy(ring, kid);', 'return sealed !== kid;']],
  },
  {
    name: 'the database names a key before its file is written',
    file: 'server/keys/keys-file.ts',
    edits: [
      [
        '  keep();\n  if ((await',
        '  if (!used.includes(ring.newest)) await repository.setMark(MARK, ring.newest);\n  keep();\n  if ((await',
      ],
    ],
  },
  {
    name: 'the server is well over a swapped folder',
    file: 'server/ops/data-folder.ts',
    edits: [
      ['if (id !== null && (await files.isInPlace(id))) return;', 'if (id !== null) return;'],
    ],
  },
  {
    name: 'bytes that were just written are free',
    file: 'server/files/folder-store.ts',
    edits: [['(await space.free) - writtenSince', 'await space.free']],
  },
  {
    name: 'the last error of a transaction decides',
    file: 'server/database/postgres-engine.ts',
    edits: [['first ??= { error };', 'first = { error };']],
  },
  {
    name: 'an effect runs after a begin that failed',
    file: 'server/database/postgres-engine.ts',
    edits: [["        if (begun.status === 'rejected') throw begun.reason;\n", '']],
  },
  {
    name: 'a pooler loses the names of statements',
    file: 'server/database/postgres-engine.ts',
    edits: [['if (hasNames && !(await pool.isDirect()))', 'if (hasNames && connections < 0)']],
  },
  {
    name: 'anybody can spend the budget of a device',
    file: 'server/plugins/guard.ts',
    edits: [['networkOf(request.ip)}|', "'any'}|"]],
  },
  {
    name: 'each IPv6 address has a budget of its own',
    file: 'server/plugins/guard.ts',
    edits: [["if (!address.includes(':') || address.includes('.'))", "if (address !== '')"]],
  },
  {
    name: 'devices that uploaded are never forgotten',
    file: 'server/plugins/upload-watch.ts',
    edits: [['if (device.running.size === 0) devices', 'if (device.running.size < 0) devices']],
  },
  {
    name: 'answered uploads count with their bytes',
    file: 'server/resumable/resumable-append.ts',
    edits: [['(isAnswered(state) ? 0 : state.length)', 'state.length']],
  },
  {
    name: 'a refusal of the moment ends an upload',
    file: 'server/resumable/resumable-end.ts',
    edits: [['new Set([401, 403, 408,', 'new Set([401, 408,']],
  },
  {
    name: 'uploads of made-up devices are never too many',
    file: 'server/resumable/resumable.ts',
    edits: [['        await removeSurplus(context, turns);\n', '']],
  },
  {
    name: 'a disk without inodes is free',
    file: 'server/files/folder-store.ts',
    edits: [['files > 0 && ffree < MIN_FREE_INODES', 'files < 0']],
  },
  {
    name: 'a call is let in without the key',
    file: 'server/plugins/guard.ts',
    edits: [
      [
        "typeof key !== 'string' || !timingSafeEqual(sha256(key), expectedKey)",
        "typeof key !== 'string'",
      ],
    ],
  },
  {
    name: 'a write is let in without a token',
    file: 'server/plugins/guard.ts',
    edits: [
      [
        '!isSafe(request.method) && !antiForgery.accepts(cookie, token, deviceId)',
        '!isSafe(request.method) && token === undefined && cookie === undefined',
      ],
    ],
  },
  {
    name: 'other sites may call',
    file: 'server/plugins/guard.ts',
    edits: [["return site === 'cross-site';", "return site === 'nowhere';"]],
  },
  {
    name: 'no limit on calls',
    file: 'server/plugins/guard.ts',
    edits: [['!spent.isAllowed && spent.isExceeded', 'spent.isAllowed']],
  },
  {
    name: 'repeats eat the budget of new calls',
    file: 'server/plugins/guard.ts',
    edits: [["repeated ? 'repeat' : 'new'", "repeated ? 'new' : 'new'"]],
  },
  {
    name: 'header and cookie of two sessions fit',
    file: 'server/plugins/anti-forgery-tokens.ts',
    edits: [['sent === session || goTogether(sent, session)', 'sent !== ""']],
  },
  {
    name: 'a page’s token goes with anybody’s cookie',
    file: 'server/plugins/anti-forgery-tokens.ts',
    edits: [['isOwn(one) && (isOwn(other) || isOfPage(other))', 'isOfPage(other)']],
  },
  {
    name: 'a token lives for ever',
    file: 'server/plugins/anti-forgery-tokens.ts',
    edits: [['<= LIFETIME_MS ? session', '<= 1000 * LIFETIME_MS ? session']],
  },
  {
    name: 'a decided form can be changed',
    file: 'server/repository/verdicts.ts',
    edits: [['  if (isDecided(form.state)) return false;\n', '']],
  },
  {
    name: 'a form is received without a document',
    file: 'server/repository/verdicts.ts',
    edits: [['form.isSigned && form.documents.length > 0', 'form.isSigned']],
  },
  {
    name: 'two states of a device get one place',
    file: 'server/repository/verdicts.ts',
    edits: [['seq: sql`devices.seq + 1`', 'seq: sql`devices.seq`']],
  },
  {
    name: 'a verdict is older than the one before',
    file: 'server/repository/verdicts.ts',
    edits: [['Math.max(at, row.state_at + 1)', 'Math.min(at, row.state_at + 1)']],
  },
  {
    name: 'the text for the phone is not checked',
    file: 'server/repository/verdicts.ts',
    edits: [["if (namesCustomer(text, Object.values(formData))) return 'names-customer';", '']],
  },
  {
    name: 'a correction moves the form of another device',
    file: 'server/repository/verdicts.ts',
    edits: [
      [
        "      .where('form_id', '<>', formId)\n      .where('device_id', '=', deviceId),",
        "      .where('form_id', '<>', formId),",
      ],
    ],
  },
  {
    name: 'a cursor of another database counts',
    file: 'server/routes/forms.ts',
    edits: [['from === epoch && Number(place)', "from !== '' && Number(place)"]],
  },
  {
    name: 'a page skips the first of the next one',
    file: 'server/routes/forms.ts',
    edits: [['shown.at(-1)?.place ?? after', 'found.at(-1)?.place ?? after']],
  },
  {
    name: 'a reading that wants no form id uses one up',
    file: 'server/routes/forms.ts',
    edits: [['if (hasNumber) await context', 'await context']],
  },
  {
    name: 'phones are told of verdicts that nobody gives',
    file: 'server/app.ts',
    edits: [['let found = false;', 'let found = true;']],
  },
  {
    name: 'any first bytes are a JPEG',
    file: 'server/uploads/inspect.ts',
    edits: [['head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))', 'head.length > 0']],
  },
  {
    name: 'a read does not wait for the sync of the commit that it saw',
    file: 'server/database/sqlite-engine.ts',
    edits: [['      await synced;\n', '']],
  },
  {
    name: 'the disk is asked again after a failed sync',
    file: 'server/database/sqlite-engine.ts',
    edits: [['    if (failure !== null) throw failure;\n', '']],
  },
  {
    name: 'a start reads a log that is not on the disk',
    file: 'server/database/sqlite-engine.ts',
    edits: [["  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');\n", '']],
  },
  {
    name: 'memory that other buffers use is freed',
    file: 'server/files/sealed-files.ts',
    edits: [[' && buffer.byteLength === length', '']],
  },
  {
    name: 'written chunks stay in memory',
    file: 'server/files/sealed-files.ts',
    edits: [['        freeMemory(bytes);\n', '']],
  },
  {
    name: 'cancelled uploads count against the memory of the others',
    file: 'server/files/sealed-files.ts',
    edits: [['          forget();\n', '']],
  },
  {
    name: 'slow uploads together collect any number of bytes',
    file: 'server/files/sealed-files.ts',
    edits: [
      ['heldByAll > MAX_HELD_BYTES_OF_ALL ? MIN_HELD_BYTES : MAX_HELD_BYTES', 'MAX_HELD_BYTES'],
    ],
  },
];
