import type { Mutant } from './mutant.ts';

/** Mistakes in pure functions: waits, outcomes, plans, transitions. */
export const domainMutants: readonly Mutant[] = [
  {
    name: 'Retry-After one second short',
    file: 'src/domain/backoff.ts',
    edits: [['now + Number(text) * SECOND_MS', 'now + (Number(text) - 1) * SECOND_MS']],
  },
  {
    name: 'Retry-After believed however long',
    file: 'src/domain/backoff.ts',
    edits: [
      [
        'return Math.min(Math.max(at, now), now + MAX_RETRY_AFTER_MS);',
        'return Math.max(at, now);',
      ],
      ['Math.min(notBefore, now + MAX_RETRY_AFTER_MS)', 'notBefore'],
    ],
  },
  {
    name: 'Retry-After known in one spelling only',
    file: 'src/domain/backoff.ts',
    edits: [["key.toLowerCase() === 'retry-after'", "key === 'Retry-After'"]],
  },
  {
    name: 'a wait of 24 h believed',
    file: 'src/domain/backoff.ts',
    edits: [['stored > now + MAX_RETRY_AFTER_MS', 'stored > now + 24 * MAX_RETRY_AFTER_MS']],
  },
  {
    name: 'waits without jitter',
    file: 'src/domain/backoff.ts',
    edits: [['now + random() * ceiling', 'now + ceiling']],
  },
  {
    name: 'waits that grow without a cap',
    file: 'src/domain/backoff.ts',
    edits: [['Math.min(cap, base * 2 **', 'Math.max(0, base * 2 **']],
  },
  {
    name: 'a 500 counts as done',
    file: 'src/domain/outcome.ts',
    edits: [
      [
        "if (httpStatus >= 500) return retry('server', null, httpStatus);",
        "if (httpStatus >= 500) return { outcome: 'confirmed', result };",
      ],
    ],
  },
  {
    name: '409 with Retry-After counts as refused',
    file: 'src/domain/outcome.ts',
    edits: [
      [
        'return notBefore === null\n        ? rejected',
        'return notBefore !== undefined\n        ? rejected',
      ],
    ],
  },
  {
    name: '429 holds one submission only',
    file: 'src/domain/outcome.ts',
    edits: [
      [
        "retry('server', 'busy', httpStatus, notBefore)",
        "retry('server', null, httpStatus, notBefore)",
      ],
    ],
  },
  {
    name: 'a 404 on a form counts as refused',
    file: 'src/domain/outcome.ts',
    edits: [
      [
        '    case 404:\n    case 405:',
        '    case 404:\n      return rejected(httpStatus);\n    case 405:',
      ],
    ],
  },
  {
    name: 'a 404 counts as done for every call',
    file: 'src/domain/outcome.ts',
    edits: [["call === 'RemoveDocument' &&\n  (httpStatus", '(httpStatus']],
  },
  {
    name: 'a removal in doubt that is refused counts as refused',
    file: 'src/domain/outcome.ts',
    edits: [["context.call === 'RemoveDocument' && context.wasInDoubt", 'context.now < 0']],
  },
  {
    name: 'a removal that was refused once is refused without an end',
    file: 'src/domain/plan.ts',
    edits: [['isGone(refused) || staysInDoubt(refused)', 'staysInDoubt(refused)']],
  },
  {
    name: 'a form in doubt gets a second number after an unchanged Submit',
    file: 'src/domain/plan.ts',
    edits: [['isGone(refused) || staysInDoubt(refused)', 'isGone(refused)']],
  },
  {
    name: 'a removal that the server refuses for a reason counts as done',
    file: 'src/domain/plan.ts',
    edits: [['saysDocumentIsGone(state.message);', 'state.message.httpStatus > 0;']],
  },
  {
    name: 'a 400 counts as refused without a fresh token',
    file: 'src/domain/outcome.ts',
    edits: [
      [
        "return context.wasFresh ? rejected(answer, context) : { outcome: 'retryFresh', httpStatus };",
        'return rejected(answer, context);',
      ],
    ],
  },
  {
    name: 'the app’s own page for an answer is taken for a portal',
    file: 'src/domain/outcome.ts',
    edits: [['if (answer.isOwnShell)', 'if (context.now < 0)']],
  },
  {
    name: 'a refused step is used again',
    file: 'src/domain/plan.ts',
    edits: [["step.state.status !== 'rejected'", "step.state.status !== 'inFlight'"]],
  },
  {
    name: 'a corrected form keeps its confirmed step',
    file: 'src/domain/plan.ts',
    edits: [
      ["return 'sha256' in other && one.sha256 === other.sha256;", "return 'sha256' in other;"],
    ],
  },
  {
    name: 'a correction sends everything anew',
    file: 'src/domain/plan.ts',
    edits: [['same.find(isReusable)', "same.find(({ key }) => key === '')"]],
  },
  {
    name: 'a document that the person removed stays on the server',
    file: 'src/domain/plan.ts',
    edits: [['    ...removalsOf(wanted, before).map(make),\n', '']],
  },
  {
    name: 'a formId is asked for although there is one',
    file: 'src/domain/plan.ts',
    edits: [['before.formId === null ?', 'before.steps.length === 0 ?']],
  },
  {
    name: 'undo of a Submit forgets the number it took',
    file: 'src/domain/submission.ts',
    edits: [['return { ...event.before, formId: submission.formId };', 'return event.before;']],
  },
  {
    name: 'a number from the pool is used before its copy knows it',
    file: 'src/domain/submission.ts',
    edits: [['formId, mirrored: false }', 'formId }']],
  },
  {
    name: 'a restored row forgets the names it sent',
    file: 'src/domain/submission.ts',
    edits: [
      ['everSent: true, sentNames, nextAttemptAt: null', 'everSent: true, nextAttemptAt: null'],
    ],
  },
  {
    name: 'a step that was in flight at a kill becomes pending instead of in doubt',
    file: 'src/domain/submission.ts',
    edits: [
      [
        "step.state.status === 'inFlight' ? inDoubt(step, event.at) : step,",
        "step.state.status === 'inFlight' ? { ...step, state: { status: 'pending' } as const } : step,",
      ],
    ],
  },
  {
    name: 'an answer counts for any try',
    file: 'src/domain/submission-state.ts',
    edits: [['step.state.attemptId === event.attemptId', "event.attemptId !== ''"]],
  },
  {
    name: 'a submission that was sent becomes a draft again',
    file: 'src/domain/submission-state.ts',
    edits: [
      [
        "submission.status === 'queued' && submission.everSent !== true",
        "submission.status === 'queued'",
      ],
    ],
  },
  {
    name: 'a Submit is taken back while its call is under way',
    file: 'src/domain/submission-state.ts',
    edits: [
      [
        "  submission.mirrored === false &&\n  !submission.steps.some((step) => step.state.status === 'inFlight');",
        '  submission.steps.length > 0;',
      ],
    ],
  },
  {
    name: 'a restored row takes its steps for unsent',
    file: 'src/domain/submission-changes.ts',
    edits: [[': inDoubt(step, at);\n}', ": { ...step, state: { status: 'pending' } };\n}"]],
  },
  {
    name: 'surplus copies are found and not removed',
    file: 'src/domain/submission-changes.ts',
    edits: [['          ...(found?.next ?? []),\n', '']],
  },
  {
    name: 'failed attempts count for ever, also after progress',
    file: 'src/domain/submission.ts',
    edits: [['attempts: wentOn ? 0 : step.attempts', 'attempts: step.attempts']],
  },
  {
    name: 'a receipt keeps the customer’s name',
    file: 'src/domain/submission-changes.ts',
    edits: [['name: receiptName(customerName, isBusiness)', 'name: customerName']],
  },
  {
    name: 'a receipt keeps the customer’s data',
    file: 'src/domain/submission-changes.ts',
    edits: [['  personal: null,\n', '  personal,\n']],
  },
  {
    name: 'a barcode without a check of its own counts at once',
    file: 'src/domain/scan.ts',
    edits: [['needsTwo ? Math.max(2, readingsNeeded) : readingsNeeded', 'readingsNeeded']],
  },
  {
    name: 'a scanned SIM card number with a wrong check digit counts at once',
    file: 'src/domain/scan.ts',
    edits: [['readingsNeeded: hasCheck ? 1 : 3', 'readingsNeeded: 1']],
  },
  {
    name: 'a part of a SIM card number is scanned as an IMEI',
    file: 'src/domain/scan.ts',
    edits: [[' || /^89\\d{14}$/.test(number)', '']],
  },
  {
    name: 'any PDF417 with enough parts is a smart ID card',
    file: 'src/domain/scan.ts',
    edits: [['parts.length < PARTS || !isIdNumber(number)', 'parts.length < PARTS']],
  },
  {
    name: 'two different SIM card numbers in one picture, and one is dropped',
    file: 'src/domain/scan.ts',
    edits: [['numbers.slice(0, 2)', 'numbers.slice(0, 1)']],
  },
  {
    name: 'a detector that misreads its test symbol is used',
    file: 'src/features/scan/native-detector.ts',
    edits: [[' && text === TEST_TEXT', '']],
  },
];
