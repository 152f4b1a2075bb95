import type { Mutant } from './mutant.ts';

/** Mistakes that appear with backends that implement only the specification. */
export const backendMutants: readonly Mutant[] = [
  {
    name: 'JSON counts only under its own content type',
    file: 'src/api/read-answer.ts',
    edits: [
      [
        'const json = parsed(received.body);',
        'const json = /json/i.test(received.contentType) ? parsed(received.body) : ({ ok: false } as const);',
      ],
    ],
  },
  {
    name: 'a list in JSON is a success',
    file: 'src/api/read-answer.ts',
    edits: [["  if (Array.isArray(json.value)) return foreign(received, 'wrongShape');\n", '']],
  },
  {
    name: 'an empty page of a captive portal is a success',
    file: 'src/api/read-answer.ts',
    edits: [['return HTML_TYPE.test(received.contentType)', 'return false']],
  },
  {
    name: 'an answer that does not say that it succeeded is a refusal',
    file: 'src/api/contract.ts',
    edits: [['value !== false', 'value === true']],
  },
  {
    name: 'one odd entry takes the whole list with it',
    file: 'src/api/contract.ts',
    edits: [
      [
        '(Array.isArray(list) ? list : []).flatMap(',
        '(Array.isArray(list) && list.every((each) => v.is(item, each)) ? list : []).flatMap(',
      ],
    ],
  },
  {
    name: 'a list with a document without a name is whole',
    file: 'src/api/contract.ts',
    edits: [['documents.length === list.length', 'documents.length <= list.length']],
  },
  {
    name: 'a formGuid that is a number is none',
    file: 'src/api/contract.ts',
    edits: [["v.fallback(identifier, '')", "v.fallback(v.string(), '')"]],
  },
  {
    name: 'each call to another origin asks for leave',
    file: 'src/api/client.ts',
    edits: [
      [
        "if (!isSafe(message.method)) return once(message, options, headers, 'default');",
        "if (!isSafe(message.method)) return once(message, options, headers, 'no-store');",
      ],
    ],
  },
  {
    name: 'an old GetInfo out of the browser’s cache is believed',
    file: 'src/api/client.ts',
    edits: [
      [
        "received.status === 'unanswered' || !mayBeCached(received.headers)",
        "'status' in received",
      ],
    ],
  },
  {
    name: 'a key goes to another origin that announced none',
    file: 'src/api/client.ts',
    edits: [['return accepted === true && !(await', 'return accepted !== false && !(await']],
  },
  {
    name: 'a header that a backend refuses is sent for ever',
    file: 'src/api/client.ts',
    edits: [
      [
        '    if (await refusesHeader(idempotencyKey, options)) await config.keyRefusal.keep();\n',
        '',
      ],
    ],
  },
  {
    name: 'two lost calls are taken for a refused header',
    file: 'src/api/client.ts',
    edits: [["(await reaches(withKey, options)) === 'network' && ", '']],
  },
  {
    name: 'the setting of the build does not count against the announcement',
    file: 'src/domain/announced.ts',
    edits: [['  if (said !== undefined) return said === what;\n', '']],
  },
  {
    name: 'a firewall that swallows the question holds up a photo',
    file: 'src/api/resumable-upload.ts',
    edits: [['const MAX_QUESTION_MS = 5_000;', 'const MAX_QUESTION_MS = 50_000;']],
  },
  {
    name: 'a refusal that may be about the photo’s type does not make the JPEG a trial',
    file: 'src/sync/drain/convert-photos.ts',
    edits: [["isTrial: refusal === 'may'", 'isTrial: false']],
  },
  {
    name: 'a JPEG that the server took is not recorded as a refusal of WebP',
    file: 'src/sync/drain/record-outcome.ts',
    edits: [['  if (step.isTrial) await rememberWebpRefused(ports);\n', '']],
  },
  {
    name: 'one failure of the server makes a JPEG',
    file: 'src/sync/drain/convert-photos.ts',
    edits: [['const MAX_SERVER_ERRORS = 2;', 'const MAX_SERVER_ERRORS = 1;']],
  },
  {
    name: 'a JPEG of the same photo has another key each time',
    file: 'src/sync/drain/convert-photos.ts',
    edits: [
      ['const key = await keyOfJpeg(ports, step);', 'const key = idempotencyKey(ports.newId());'],
    ],
  },
  {
    name: 'a photo that was made a JPEG has a name that no rescue file takes',
    file: 'src/domain/forms/sent-files.ts',
    edits: [['fileName.replace(/\\.[a-z]+$/, `.', 'fileName.replace(/\\.[a-z]+$/, `.x']],
  },
  {
    name: 'the next photo that waits is refused, too, before it is converted',
    file: 'src/sync/drain/convert-photos.ts',
    edits: [
      ['submission.steps.filter(isUnsentWebp)', 'submission.steps.filter(isUnsentWebp).slice(1)'],
    ],
  },
  {
    name: 'photos are converted before anybody refused one',
    file: 'src/sync/drain/convert-photos.ts',
    edits: [[' || !(await ports.store.capabilities()).refusesWebp', '']],
  },
  {
    name: 'a photo that the server refused in words alone is never converted',
    file: 'src/domain/outcome.ts',
    edits: [['new Set([200, 400, 413, 415, 422])', 'new Set([400, 413, 415, 422])']],
  },
  {
    name: 'a form number of last week is used while there are new ones',
    file: 'src/store/outbox/form-guids.ts',
    edits: [['await unused(db).last();', 'await unused(db).first();']],
  },
  {
    name: 'numbers older than a day fill the pool',
    file: 'src/store/outbox/form-guids.ts',
    edits: [['    .filter(({ at }) => isFresh(at, now))\n    .count();', '    .count();']],
  },
  {
    name: 'one form number in two spellings is two',
    file: 'src/domain/ids.ts',
    edits: [["id.replace(/[{}()\\s-]/g, '').toLowerCase()", "id.replace(/[{}()\\s-]/g, '')"]],
  },
  {
    name: 'the rescue file wants hyphens in a form number',
    file: 'src/sync/rescue/rescue-format.ts',
    edits: [['formId: v.nullable(serverId)', 'formId: v.nullable(uuid)']],
  },
  {
    name: 'a phone that may not send reads as one that is not known',
    file: 'src/domain/submission-state.ts',
    edits: [["hold.httpStatus === 403 ? 'forbidden' : 'unknownPhone'", "'unknownPhone'"]],
  },
  {
    name: 'a hold that ends by itself asks for help',
    file: 'src/domain/submission-state.ts',
    edits: [["hold.reason === 'auth';", "hold.reason !== 'network';"]],
  },
  {
    name: 'a paused form says that it is sent when there is signal',
    file: 'src/domain/status-line.ts',
    edits: [
      [
        "{ ...captured, sentence: pause, action: 'getHelp', keepsOpen: false }",
        "{ ...captured, sentence: 'queued', keepsOpen: false }",
      ],
    ],
  },
  {
    name: 'a refused form gives a receipt as if it were captured',
    file: 'src/domain/status-line.ts',
    edits: [["receipt: 'refused'", "receipt: 'captured'"]],
  },
  {
    name: 'words for an unknown form are a refusal',
    file: 'src/domain/refusals.ts',
    edits: [["formIn(message) === 'words' &&", 'false &&']],
  },
  {
    name: 'a form that the server has already gets a second number',
    file: 'src/domain/refusals.ts',
    edits: [["  if (texts.some((text) => HAS_IT_ALREADY.test(text))) return 'no';\n", '']],
  },
  {
    name: 'a form that may have arrived gets a second number after words or 409',
    file: 'src/domain/refusals.ts',
    edits: [['doubted === true || (message.httpStatus', '(message.httpStatus']],
  },
  {
    name: 'an unknown form gets numbers without an end',
    file: 'src/domain/refusals.ts',
    edits: [['const MAX_RENUMBERINGS = 1;', 'const MAX_RENUMBERINGS = 100;']],
  },
  {
    name: 'a form that may have arrived gets a second number after 404',
    file: 'src/domain/refusals.ts',
    edits: [["return step.doubted === true ? 'ask' : 'replace';", "return 'replace';"]],
  },
  {
    name: 'a form that the person says is there gets a second number',
    file: 'src/domain/refusals.ts',
    edits: [['  !isAnythingByHand(submission) &&\n', '']],
  },
  {
    name: 'a form number from the pool follows one that the server lost',
    file: 'src/domain/refusals.ts',
    edits: [
      [
        '(submission.formId === null ? pooled : keptFormId(submission))',
        '(submission.formId === null ? pooled : (keptFormId(submission) ?? pooled))',
      ],
    ],
  },
  {
    name: 'a 404 while the backend is replaced costs a form its number',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      [
        "answered === 'noInfo' ? outcome : rejectedAsNotFound",
        'answered === null ? outcome : rejectedAsNotFound',
      ],
    ],
  },
  {
    name: 'a 404 on one form pauses the others',
    file: 'src/sync/drain/deliver.ts',
    edits: [
      ["if (notFoundMeans(submission, tried) === 'route') return outcome;", 'return outcome;'],
    ],
  },
  {
    name: 'a call that is sent again after an empty page is not in doubt',
    file: 'src/sync/drain/deliver.ts',
    edits: [['        tried = { ...step, doubted: true };\n', '']],
  },
  {
    name: 'the doubt of an empty page is not stored',
    file: 'src/domain/submission.ts',
    edits: [['(step) => ({ ...step, doubted: true })', '(step) => step']],
  },
  {
    name: '‘Send the rest’ is offered for a mistake in a field',
    file: 'src/domain/refusals.ts',
    edits: [[' && !isAboutContent(kind, call, message)', '']],
  },
  {
    name: '‘Send the rest’ is offered for a form that the server does not know',
    file: 'src/domain/refusals.ts',
    edits: [
      [
        '  message.httpStatus !== 0 &&\n  !saysFormIsUnknown(step, message);',
        '  message.httpStatus !== 0;',
      ],
    ],
  },
];
