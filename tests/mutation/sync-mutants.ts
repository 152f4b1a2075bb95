import type { Mutant } from './mutant.ts';

/** Mistakes in the sending of submissions to the server. */
export const syncMutants: readonly Mutant[] = [
  {
    name: 'reconcile keeps the larger formFileId',
    file: 'src/sync/drain/reconcile.ts',
    edits: [['        .slice(0, 1)\n', '        .slice(-1)\n']],
  },
  {
    name: 'reconcile keeps a copy of what is not wanted',
    file: 'src/sync/drain/reconcile.ts',
    edits: [['[...wanted.keys()].flatMap', '[...ours.keys()].flatMap']],
  },
  {
    name: 'reconcile removes what it should keep, too',
    file: 'src/sync/drain/reconcile.ts',
    edits: [
      [
        'filter(({ formFileId }) => !kept.has(sameId(formFileId)))',
        'filter((_, n, all) => all.length > 1 || !wanted.has(key))',
      ],
    ],
  },
  {
    name: 'a document that is listed twice is taken for two',
    file: 'src/sync/drain/reconcile.ts',
    edits: [
      ['const list = distinct(documents);', 'const list = documents;'],
      [
        'copiesOf(key).filter(({ formFileId }) => !kept.has(sameId(formFileId)))',
        'copiesOf(key).slice(wanted.has(key) ? 1 : 0)',
      ],
    ],
  },
  {
    name: 'one number in two spellings is taken for two documents',
    file: 'src/domain/plan.ts',
    edits: [['isInteger(formFileId) ? String(Number(formFileId)) : formFileId', 'formFileId']],
  },
  {
    name: 'numbers are ordered as text',
    file: 'src/domain/plan.ts',
    edits: [['if (isInteger(a) && isInteger(b)) return Number(a) - Number(b);', '']],
  },
  {
    name: 'no look at what is left after removals',
    file: 'src/sync/drain/reconcile.ts',
    edits: [
      [
        'if (toRemove.length > 0) next.push(...verificationStepFor(submission, step, key, newIds));',
        'verificationStepFor(submission, step, key, newIds);',
      ],
    ],
  },
  {
    name: 'merged forgets earlier lists',
    file: 'src/sync/drain/reconcile.ts',
    edits: [
      [
        'return [...known.filter((document) => !names.has(sameName(document.name))), ...list];',
        'return names.size < 0 ? known : list;',
      ],
    ],
  },
  {
    name: 'a file that may be stored twice is not reported',
    file: 'src/sync/drain/reconcile.ts',
    edits: [
      [
        'return step.doubted === true && !maybeTwice',
        'return fileName.length === 0 && !maybeTwice',
      ],
    ],
  },
  {
    name: 'the lease heartbeat never renews',
    file: 'src/sync/drain/lease.ts',
    edits: [['if (!(await store.renewLease(owner, clock.now(), LEASE_MS))) return stopNow();', '']],
  },
  {
    name: 'a drain goes on after its lease is lost',
    file: 'src/sync/drain/lease.ts',
    edits: [
      [
        'if (!(await store.renewLease(owner, clock.now(), LEASE_MS))) return stopNow();',
        'await store.renewLease(owner, clock.now(), LEASE_MS);',
      ],
    ],
  },
  {
    name: 'everybody takes the lease for free',
    file: 'src/sync/drain/lease.ts',
    edits: [['LEASE_MS, lock.excludes)', 'LEASE_MS, lock !== null)']],
  },
  {
    name: 'the lease is never given back',
    file: 'src/sync/drain/lease.ts',
    edits: [['    await store.releaseLease(owner);\n', '']],
  },
  {
    name: '‘in flight’ is written beside the call',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      [
        '  const started = await store.record(lease.owner, row.id, {',
        '  const sending = send(ports, lease, submission, step, prepared, options);\n  const started = await store.record(lease.owner, row.id, {',
      ],
      [
        'const { outcome, tried } = await send(ports, lease, before, step, attempt, prepared, options);',
        'const { outcome, tried } = await sending;',
      ],
    ],
  },
  {
    name: 'the second copy is deleted before the last step is recorded',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      [
        '  const recorded = await store.record(lease.owner, row.id, settled.event);',
        "  const waiting = started.submission.steps.filter(({ state }) => state.status !== 'confirmed');\n  if (settled.event.event === 'confirmed' && waiting.length === 1)\n    await ports.secondCopy.remove(row.id).catch(() => {});\n  const recorded = await store.record(lease.owner, row.id, settled.event);",
      ],
    ],
  },
  {
    name: 'the second copy outlives the delivery',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      ["  if (after.status === 'delivered') await leaveNothing(ports, started.submission);\n", ''],
    ],
  },
  {
    name: 'a number is used before its copy knows it',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [
      [
        'const isCopied = await saveFormIdInCopy(ports, submission.id, info.formGuid).catch(() => false);',
        'const isCopied = true;',
      ],
    ],
  },
  {
    name: 'a form number that another submission has is used',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [
      [
        'if (!(await ports.store.claimFormId(info.formGuid, submission.id)))',
        'if (info.formGuid === "")',
      ],
    ],
  },
  {
    name: 'a missing form number stops all submissions',
    file: 'src/sync/drain/throttle.ts',
    edits: [['this.#hold !== null && stopsAll(this.#hold) ?', 'this.#hold !== null ?']],
  },
  {
    name: 'sent before the second copy is there',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      ['if (row.mirrored !== false) return row;', 'if (row.mirrored !== undefined) return row;'],
    ],
  },
  {
    name: 'a key made anew on retry',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      [
        'idempotencyKey: step.key,',
        'idempotencyKey: step.doubted ? idempotencyKey(ports.newId()) : step.key,',
      ],
    ],
  },
  {
    name: 'looks for twins only after errors',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [
      [
        'const list = result?.documents;',
        'const list = step.doubted ? result?.documents : undefined;',
      ],
    ],
  },
  {
    name: 'an upload that no list shows is sent for ever',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [['if (missing && !step.doubted) return', 'if (missing) return']],
  },
  {
    name: 'an interrupted call counts as a try',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [['          uncounted: true,\n', '']],
  },
  {
    name: 'files over 1 MB are never hashed',
    file: 'src/sync/second-copy/verified-bytes.ts',
    edits: [
      [
        'plain !== undefined && (await isIntact(ports, plain, file))',
        'plain !== undefined && (file.size > 1_000_000 || (await isIntact(ports, plain, file)))',
      ],
    ],
  },
  {
    name: 'a body that is not what was frozen is sent',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [
      [
        'payload !== undefined && (await ports.digest(payload.salt + payload.json)) === sha256',
        'payload !== undefined',
      ],
    ],
  },
  {
    name: 'a lost file does not come back from its copy',
    file: 'src/sync/second-copy/verified-bytes.ts',
    edits: [['if (copied) return { bytes: copied, copy };', 'if (copied) return null;']],
  },
  {
    name: 'a damaged copy is sent in place of a lost file',
    file: 'src/sync/second-copy/verified-bytes.ts',
    edits: [
      [
        'copy !== undefined && (await isIntact(ports, copy, rawCopyFile(row))) ? copy : null',
        'copy ?? null',
      ],
    ],
  },
  {
    name: 'a file is whole whatever its hash',
    file: 'src/sync/second-copy/copy.ts',
    edits: [
      ['(hash) => hash === row.sha256,', '(hash) => hash !== row.fileName,'],
      [
        "Pick<StoredAttachment, 'size' | 'sha256'>,\n): Promise<boolean> {",
        "Pick<StoredAttachment, 'size' | 'sha256'> & { fileName?: string },\n): Promise<boolean> {",
      ],
    ],
  },
  {
    name: 'a copied file is not read back',
    file: 'src/sync/second-copy/copy.ts',
    edits: [
      [
        '  return isIntact(ports, await ports.secondCopy.get(id, name), stored);\n}',
        '  return true;\n}',
      ],
    ],
  },
  {
    name: 'a manifest is not read back',
    file: 'src/sync/second-copy/copy.ts',
    edits: [
      [
        'return (await ports.secondCopy.getText(contents.submission.id, MANIFEST_NAME)) === manifest;',
        'return true;',
      ],
    ],
  },
  {
    name: 'half a manifest is a manifest',
    file: 'src/sync/second-copy/agent-copies.ts',
    edits: [['text === undefined || !(await isAsWritten(ports, text))', 'text === undefined']],
  },
  {
    name: 'the manifest is written before its files',
    file: 'src/sync/second-copy/copy.ts',
    edits: [
      [
        '  const damaged: StoredAttachment[] = [];\n  for (const row of contents.attachments) if',
        '  await writeManifest(ports, contents);\n  const damaged: StoredAttachment[] = [];\n  for (const row of contents.attachments) if',
      ],
    ],
  },
  {
    name: 'files of earlier tries stay in the copy',
    file: 'src/sync/second-copy/copy.ts',
    edits: [['if (name !== MANIFEST_NAME && !named.has(name)) await', 'if (name === "") await']],
  },
  {
    name: 'one odd folder ends the repair',
    file: 'src/sync/second-copy/repair.ts',
    edits: [['    rethrowIfDiskFails(error);\n    lost.push', '    throw error;\n    lost.push']],
  },
  {
    name: 'a second copy that rejects keeps a file from being repaired',
    file: 'src/sync/second-copy/repair.ts',
    edits: [
      [
        'await repairFiles(ports, id, lost).catch((error: unknown) => rethrowIfDiskFails(error));',
        'await repairFiles(ports, id, lost);',
      ],
      ['await copiedBytes(ports, id, row)', '(await ports.secondCopy.get(id, row.id)) ?? null'],
    ],
  },
  {
    name: 'a manifest is believed whatever it holds',
    file: 'src/store/format/contents.ts',
    edits: [['isStored(value) && value.draft.id === value.submission.id', 'value !== null']],
  },
  {
    name: 'a second copy that hangs holds up Submit for ever',
    file: 'src/sync/locks.ts',
    edits: [['second < seconds', 'second >= 0']],
  },
  {
    name: 'repair writes its marks first',
    file: 'src/sync/second-copy/repair.ts',
    edits: [
      [
        '  const restored: Repaired[] = [];\n  const lost: Lost[] = [];\n',
        '  if (sentinel === null) await store.setSentinel(copiedSentinel ?? newId());\n  const restored: Repaired[] = [];\n  const lost: Lost[] = [];\n',
      ],
    ],
  },
  {
    name: 'a damaged manifest is dropped without a word',
    file: 'src/sync/second-copy/repair.ts',
    edits: [
      [
        'if (await isUnfinished(ports, id)) await',
        'if ((await isUnfinished(ports, id)) || true) await',
      ],
    ],
  },
  {
    name: 'a copy that is missing is not made again',
    file: 'src/sync/second-copy/repair.ts',
    edits: [['copy === null && needsCopy(', 'copy === null && !needsCopy(']],
  },
  {
    name: 'hold cleared by an answer that left before it',
    file: 'src/sync/drain/throttle.ts',
    edits: [['if (!isSameHold(holdAtStart, this.#hold) || this.#awaits', 'if (this.#awaits']],
  },
  {
    name: 'a hold lasts while a file comes in pieces',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [['      await serverAnswered();\n', '']],
  },
  {
    name: 'a try that brought more of a file than the last is waited for longer than it',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [['await asKept(ports, submission, step)', 'step']],
  },
  {
    name: 'concurrent calls that fail together count each',
    file: 'src/sync/drain/throttle.ts',
    edits: [['      if (!isSameHold(holdAtStart, stored)) return stored;\n', '']],
  },
  {
    name: 'the end of a wait does not count for a call in flight',
    file: 'src/sync/drain/throttle.ts',
    edits: [["backoff === 'network' && stored?.", "backoff === 'server' && stored?."]],
  },
  {
    name: 'probes of a device that reports to be offline count as attempts',
    file: 'src/sync/drain/throttle.ts',
    edits: [['notBefore: null, isOffline: true }', 'notBefore: null }']],
  },
  {
    name: 'a lost connection leaves the concurrency as it is',
    file: 'src/sync/drain/throttle.ts',
    edits: [['      this.concurrency.connectionLost(this.#ports.clock.ticks());\n', '']],
  },
  {
    name: 'a look at the phone overrules a busy server',
    file: 'src/sync/drain/throttle.ts',
    edits: [
      ["stored === null || stored.reason === 'busy'", 'stored === null'],
      ["  if (hold?.reason === 'busy') return;\n", ''],
    ],
  },
  {
    name: 'a wiped store is not rebuilt before a drain',
    file: 'src/sync/drain/drain.ts',
    edits: [['if ((await ports.store.sentinel()) === null)', 'if (ports.store === null)']],
  },
  {
    name: 'a drain starts steps after its time',
    file: 'src/sync/drain/drain.ts',
    edits: [
      [
        '!this.#lease.signal.aborted && this.#elapsed() < this.#options.budgetMs',
        '!this.#lease.signal.aborted',
      ],
    ],
  },
  {
    name: 'a call may outlive its sync event',
    file: 'src/sync/drain/drain.ts',
    edits: [['Math.min(maxCallMs, endMs - this.#elapsed())', 'maxCallMs']],
  },
  {
    name: 'one submission that throws stops them all',
    file: 'src/sync/drain/drain.ts',
    edits: [['if (isQuotaError(error) || isConnectionLost(error)) {', 'if (error !== null) {']],
  },
  {
    name: 'one submission that throws is tried without a pause',
    file: 'src/sync/drain/drain.ts',
    edits: [
      [
        '    this.#pausedUntil.set(id, clock.ticks() + Math.max(nextAttemptAt - at, REFRESH_EVERY_MS));\n',
        '',
      ],
      ['code: faultCode(error), nextAttemptAt }', 'code: faultCode(error), nextAttemptAt: at }'],
    ],
  },
  {
    name: 'a file that the disk refuses to give stops its submission',
    file: 'src/sync/drain/prepare-request.ts',
    edits: [
      [
        'verifyBytes(ports, submission, { ...content, id }, undefinedIfLost)',
        'verifyBytes(ports, submission, { ...content, id }, (error) => { throw error; })',
      ],
    ],
  },
  {
    name: 'while it is held, the one tried most goes first',
    file: 'src/sync/drain/scheduler.ts',
    edits: [['attemptsOf(row) < attemptsOf(best)', 'attemptsOf(row) > attemptsOf(best)']],
  },
  {
    name: 'one submission that the server always refuses holds the others back',
    file: 'src/sync/drain/scheduler.ts',
    edits: [['!wasHeld(row) || attemptsOf(row) <= releasedAttempts', 'row.id']],
  },
  {
    name: 'a backlog is sent one call after the other once the server is back',
    file: 'src/sync/drain/scheduler.ts',
    edits: [['!wasHeld(row) || attemptsOf(row) <= releasedAttempts', '!wasHeld(row)']],
  },
  {
    name: 'a held outbox sends side by side',
    file: 'src/sync/drain/scheduler.ts',
    edits: [['running.size > 0 || trustedTime', 'trustedTime']],
  },
  {
    name: '‘saved’ is said before the copy is made',
    file: 'src/sync/submit/submit.ts',
    edits: [
      [
        'const written = await writeCopyInTime(ports, id).catch((error: unknown) =>',
        'const written = await Promise.resolve<{ status: "written" }>({ status: "written" }).catch((error: unknown) =>',
      ],
    ],
  },
  {
    name: 'an unreadable file is submitted',
    file: 'src/sync/submit/submit.ts',
    edits: [["if (unreadable.length > 0) return { status: 'unreadable', files: unreadable };", '']],
  },
  {
    name: 'a person deletes the row first, and then its copy',
    file: 'src/sync/submit/after-submit.ts',
    edits: [
      ['  await removeCopy(ports, id);\n  const removed', '  const removed'],
      [
        "  if (removed !== 'refused') return { status: removed };",
        "  if (removed !== 'refused') {\n    await removeCopy(ports, id);\n    return { status: removed };\n  }",
      ],
    ],
  },
  {
    name: 'back to a draft leaves the copy as submitted',
    file: 'src/sync/submit/after-submit.ts',
    edits: [['    await writeCopyInTime(ports, id).catch(() => removeCopy(ports, id));\n', '']],
  },
  {
    name: 'a draft that was submitted meanwhile is copied',
    file: 'src/sync/submit/after-submit.ts',
    edits: [
      [
        "    if (row?.status !== 'draft' && row?.status !== 'rejected') return;\n",
        '    if (row === undefined) return;\n',
      ],
    ],
  },
  {
    name: 'each concurrent call fetches its own token',
    file: 'src/sync/drain/deliver.ts',
    edits: [['this.#pending ??= this.#fetch();', 'this.#pending = this.#fetch();']],
  },
  {
    name: 'import takes what does not belong together',
    file: 'src/sync/rescue/rescue-format.ts',
    edits: [['return isOneSubmission ?', 'return isOneSubmission || id.length > 0 ?']],
  },
];
