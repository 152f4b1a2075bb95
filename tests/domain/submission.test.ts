import { describe, expect, it } from 'vitest';
import {
  attachmentId,
  attemptId,
  formId,
  idempotencyKey,
  stepId,
  submissionId,
} from '../../src/domain/ids.ts';
import { NO_PREVIOUS_STEPS, newStep, planOf } from '../../src/domain/plan.ts';
import { advance, isStale } from '../../src/domain/submission.ts';
import type { SubmissionEvent } from '../../src/domain/submission-changes.ts';
import {
  canReturnToDraft,
  needsPerson,
  nextStep,
  refusalOf,
  shownStatus,
  stepProgress,
} from '../../src/domain/submission-state.ts';
import type { Hold, ServerMessage, Step, Submission } from '../../src/domain/submission-types.ts';

let made = 0;
const newIds = () => {
  made += 1;
  return { id: stepId(`step-${made}`), key: idempotencyKey(`key-${made}`) };
};
const draft: Submission = {
  id: submissionId('s'),
  kind: 'registration',
  status: 'draft',
  formId: null,
  sequence: 1,
  isBusiness: false,
  personal: { customerName: 'Thandi Nkosi', terms: ['thandi'], simCardNumber: '89' },
  createdAt: 1,
  changedAt: 1,
  day: '2026-06-01',
  submittedAt: null,
  missing: 2,
  section: 'sim',
  steps: [],
  documents: {},
  nextAttemptAt: null,
  maybeTwice: [],
  bytesLeft: 0,
  history: [],
};
const file = (name: string) => ({
  attachmentId: attachmentId(name),
  fileName: `${name}.jpg`,
  size: 10,
  sha256: name,
});
const steps = planOf(
  {
    kind: 'registration',
    payloadSha256: 'form',
    signature: file('signature'),
    documents: [{ ...file('id'), call: 'SaveIdDocument' }],
  },
  NO_PREVIOUS_STEPS,
  newIds,
);
const [info, form, sign, upload] = steps as [Step, Step, Step, Step];
const attempt = attemptId('attempt');
const message: ServerMessage = {
  heading: 'No',
  description: 'Not so',
  modelState: {},
  httpStatus: 400,
};

const submitted: SubmissionEvent = {
  event: 'submitted',
  at: 10,
  formId: null,
  customerName: 'Thandi Nkosi',
  steps,
};
const sendStarted = (step: Step): SubmissionEvent => ({
  event: 'sendStarted',
  stepId: step.id,
  attemptId: attempt,
  at: 20,
});
const confirmed = (step: Step): SubmissionEvent => ({
  event: 'confirmed',
  stepId: step.id,
  attemptId: attempt,
  at: 30,
  ...(step === info ? { formId: formId('form-id') } : {}),
});
const postponed = (step: Step): SubmissionEvent => ({
  event: 'postponed',
  stepId: step.id,
  attemptId: attempt,
  at: 30,
  nextAttemptAt: 99,
  why: 'unanswered',
});
const rejected = (step: Step): SubmissionEvent => ({
  event: 'rejected',
  stepId: step.id,
  attemptId: attempt,
  at: 30,
  message,
});
const uploadCame = (step: Step, wentOn = false): SubmissionEvent => ({
  event: 'uploadCame',
  stepId: step.id,
  attemptId: attempt,
  upload: { address: '/api/uploads/1', came: 5, length: 15 },
  wentOn,
});
const doubted = (step: Step): SubmissionEvent => ({
  event: 'doubted',
  stepId: step.id,
  attemptId: attempt,
});
const having = (...events: SubmissionEvent[]): Submission => events.reduce(advance, draft);
const done = (step: Step) => [sendStarted(step), confirmed(step)];

const queued = having(submitted);
const inFlight = having(submitted, sendStarted(info));
const refused = having(submitted, ...done(info), sendStarted(form), rejected(form));
const delivered = having(submitted, ...done(info), ...done(form), ...done(sign), ...done(upload));

describe('a submission', () => {
  it('waits with its whole plan after Submit', () => {
    expect(queued).toMatchObject({
      status: 'queued',
      submittedAt: 10,
      missing: 0,
      mirrored: false,
      bytesLeft: 20,
    });
    expect(nextStep(queued)).toBe(info);
  });

  it('is in flight before its call is made, and then can’t become a draft again', () => {
    expect(inFlight.steps[0]?.state).toEqual({ status: 'inFlight', attemptId: attempt, since: 20 });
    expect(canReturnToDraft(queued)).toBe(true);
    expect(canReturnToDraft(inFlight)).toBe(false);
    expect(having(submitted, { event: 'returnedToDraft', at: 12 })).toMatchObject({
      status: 'draft',
      steps: [],
      submittedAt: null,
      bytesLeft: 0,
    });
  });

  it('gets its form number from GetInfo and keeps it', () => {
    expect(having(submitted, ...done(info)).formId).toBe('form-id');
    expect(having(submitted, ...done(info), ...done(form)).formId).toBe('form-id');
  });

  it('can get a form number later, which the copy must contain before its use', () => {
    const copied = having(submitted, { event: 'mirrored' });
    const given = advance(copied, { event: 'formIdGiven', at: 15, formId: formId('late') });
    expect(given).toMatchObject({ formId: 'late', mirrored: false });
    expect(nextStep(given)).toBe(form);
    expect(() => advance(given, { event: 'formIdGiven', at: 16, formId: formId('x') })).toThrow();
  });

  it('counts failed attempts, and starts again at a confirmed step', () => {
    const twice = having(
      submitted,
      sendStarted(info),
      postponed(info),
      sendStarted(info),
      postponed(info),
    );
    expect(twice).toMatchObject({ nextAttemptAt: 99 });
    expect(twice.steps[0]).toMatchObject({ attempts: 2, doubted: true });
    expect(advance(advance(twice, sendStarted(info)), confirmed(info))).toMatchObject({
      nextAttemptAt: null,
    });
    expect(advance(twice, { event: 'waitEnded' })).toMatchObject({ nextAttemptAt: null });
    expect(advance(twice, { event: 'waitEnded' }).steps[0]?.attempts).toBe(0);
  });

  it('sends its photos over any connection after ‘Send now’, until the next Submit', () => {
    const asked = advance(queued, { event: 'waitEnded', sendsPhotos: true });
    expect(asked).toMatchObject({ sendsPhotos: true });
    // The return of the network does not change this.
    expect(advance(asked, { event: 'waitEnded' })).toMatchObject({ sendsPhotos: true });
    const refused = [sendStarted(info), rejected(info)].reduce(advance, asked);
    expect(advance(refused, submitted)).not.toHaveProperty('sendsPhotos');
  });

  it('keeps the server’s answer in its history if the step was not confirmed', () => {
    const unanswered = having(submitted, sendStarted(info), postponed(info));
    expect(unanswered.history.at(-1)).toEqual({ at: 30, what: 'unanswered' });
    const event = { ...postponed(info), httpStatus: 503 } as SubmissionEvent;
    const answered = having(submitted, sendStarted(info), event);
    expect(answered.history.at(-1)).toEqual({ at: 30, what: 'answered', httpStatus: 503 });
  });

  it('stores the address and progress of an upload until the file is answered', () => {
    const before = [submitted, ...done(info), ...done(form)];
    const begun = having(...before, sendStarted(sign), uploadCame(sign));
    const came = { address: '/api/uploads/1', came: 5, length: 15 };
    expect(begun.steps[2]).toMatchObject({ upload: came, state: { status: 'inFlight' } });
    expect(advance(begun, postponed(sign)).steps[2]?.upload).toEqual(came);
    expect(advance(begun, confirmed(sign)).steps[2]).not.toHaveProperty('upload');
    expect(advance(begun, rejected(sign)).steps[2]).not.toHaveProperty('upload');
  });

  it('resets its attempts after one that sent more of the file', () => {
    const failed = having(
      submitted,
      ...done(info),
      ...done(form),
      sendStarted(sign),
      postponed(sign),
    );
    const again = advance(failed, sendStarted(sign));
    expect(failed.steps[2]?.attempts).toBe(1);
    expect(advance(again, uploadCame(sign)).steps[2]?.attempts).toBe(1);
    expect(advance(again, uploadCame(sign, true)).steps[2]?.attempts).toBe(0);
  });

  it('does not count a call that the app aborted', () => {
    const event = { ...postponed(info), uncounted: true } as SubmissionEvent;
    expect(having(submitted, sendStarted(info), event).steps[0]).toMatchObject({
      attempts: 0,
      state: { status: 'inDoubt' },
    });
  });

  it('puts the steps of a killed drain in doubt', () => {
    expect(advance(inFlight, { event: 'recovered', at: 40 }).steps[0]).toMatchObject({
      state: { status: 'inDoubt', since: 40 },
      doubted: true,
    });
    expect(advance(queued, { event: 'recovered', at: 40 })).toBe(queued);
  });

  it('puts all unconfirmed steps in doubt after a restore', () => {
    const restored = advance(having(submitted, ...done(info)), { event: 'restored', at: 40 });
    expect(restored.steps.map(({ state }) => state.status)).toEqual([
      'confirmed',
      'inDoubt',
      'inDoubt',
      'inDoubt',
    ]);
    expect(restored).toMatchObject({
      everSent: true,
      sentNames: { SaveIdDocument: ['id.jpg'] },
      nextAttemptAt: null,
    });
    expect(advance(draft, { event: 'restored', at: 1 })).toBe(draft);
    expect(advance(delivered, { event: 'restored', at: 1 })).toBe(delivered);
    const stillRefused = advance(refused, { event: 'restored', at: 1 });
    expect(stillRefused.status).toBe('rejected');
    expect(refusalOf(stillRefused)).toEqual(message);
  });

  it('stops at a refusal, and continues after the next Submit', () => {
    expect(refused.status).toBe('rejected');
    expect(refusalOf(refused)).toEqual(message);
    expect(refusalOf(queued)).toBeNull();
    const again = advance(refused, {
      ...submitted,
      steps: [form, sign, upload],
    } as SubmissionEvent);
    expect(again).toMatchObject({ status: 'queued', mirrored: false });
    expect(again.history.at(-1)?.what).toBe('resubmitted');
  });

  it('needs attention if a file is lost, and nothing is sent', () => {
    const lost = having(submitted, ...done(info), ...done(form), {
      event: 'fileLost',
      stepId: sign.id,
      at: 50,
      message: { ...message, httpStatus: 0 },
    });
    expect(lost.status).toBe('rejected');
    expect(refusalOf(lost)?.httpStatus).toBe(0);
  });

  it('is unchanged after an undone Submit, but keeps its form number', () => {
    const given = having({ ...submitted, formId: formId('kept') } as SubmissionEvent);
    const undone = advance(given, { event: 'submitUndone', at: 11, before: draft });
    expect(undone).toEqual({ ...draft, formId: 'kept' });
    expect(() =>
      advance(advance(given, { event: 'mirrored' }), {
        event: 'submitUndone',
        at: 11,
        before: draft,
      }),
    ).toThrow();
  });

  it('numbers files of one kind in its history', () => {
    const before = having(
      submitted,
      ...done(info),
      ...done(form),
      ...done(sign),
      sendStarted(upload),
    );
    const second = { ...upload, id: stepId('second') };
    const two = advance({ ...before, steps: [...before.steps, second] }, confirmed(upload));
    expect(two.history.at(-1)).toMatchObject({ what: 'fileReceived', number: 1 });
  });

  it('keeps a receipt without personal data', () => {
    expect(delivered).toMatchObject({
      status: 'delivered',
      deliveredAt: 30,
      personal: null,
      receipt: { name: 'T. N.', simTail: '89' },
      documents: {},
      bytesLeft: 0,
    });
    expect(JSON.stringify(delivered)).not.toContain('Nkosi');
    expect(delivered).not.toHaveProperty('sentNames');
  });

  it('removes surplus copies before the next step, also after the last step', () => {
    const removal = newStep(
      { call: 'RemoveDocument', formFileId: '7', fileName: 'id.jpg', of: 'SaveIdDocument' },
      newIds,
    );
    const documents = [
      { formFileId: '3', name: 'id.jpg' },
      { formFileId: '7', name: 'id.jpg' },
    ];
    const found = { of: 'SaveIdDocument', documents, next: [removal], maybeTwice: [] } as const;
    const before = having(
      submitted,
      ...done(info),
      ...done(form),
      ...done(sign),
      sendStarted(upload),
    );
    const twins = advance(before, { ...confirmed(upload), found } as SubmissionEvent);
    expect(twins.status).toBe('queued');
    expect(nextStep(twins)).toBe(removal);
    expect(advance(advance(twins, sendStarted(removal)), confirmed(removal)).status).toBe(
      'delivered',
    );
    const more = { ...twins, steps: [...twins.steps, { ...info, id: stepId('more') }] };
    expect(advance(advance(more, sendStarted(removal)), confirmed(removal))).toMatchObject({
      status: 'queued',
      documents: { SaveIdDocument: [{ formFileId: '3', name: 'id.jpg' }] },
    });
  });

  it('names files in its history that may be on the server twice', () => {
    const found = {
      of: 'SaveIdDocument',
      documents: [],
      next: [],
      maybeTwice: ['id.jpg'],
    } as const;
    const before = having(
      submitted,
      ...done(info),
      ...done(form),
      ...done(sign),
      sendStarted(upload),
    );
    const twice = advance(before, { ...confirmed(upload), found } as SubmissionEvent);
    expect(twice.history).toContainEqual(
      expect.objectContaining({ what: 'maybeTwice', fileName: 'id.jpg' }),
    );
  });

  it('has one history entry for a repeated event', () => {
    let row = queued;
    for (let n = 0; n < 500; n += 1)
      row = advance(advance(row, sendStarted(info)), postponed(info));
    expect(row.history).toHaveLength(2);
    for (let n = 0; n < 500; n += 1)
      row = advance(advance(row, sendStarted(info)), {
        ...postponed(info),
        why: n % 2 === 0 ? 'serverProblem' : 'unanswered',
      } as SubmissionEvent);
    expect(row.history).toHaveLength(100);
  });

  it('starts a step only after the one before it', () => {
    expect(() => advance(queued, sendStarted(form))).toThrow();
    expect(() => advance(inFlight, sendStarted(info))).toThrow();
  });
});

describe('the state machine', () => {
  const states = { draft, queued, inFlight, refused, delivered };
  const events: Record<string, SubmissionEvent> = {
    submitted,
    undone: { event: 'submitUndone', at: 1, before: draft },
    mirrored: { event: 'mirrored' },
    returned: { event: 'returnedToDraft', at: 1 },
    formIdGiven: { event: 'formIdGiven', at: 1, formId: formId('late') },
    sendStarted: sendStarted(info),
    recovered: { event: 'recovered', at: 1 },
    restored: { event: 'restored', at: 1 },
    postponed: postponed(info),
    uploadCame: uploadCame(info),
    doubted: doubted(info),
    confirmed: confirmed(info),
    rejected: rejected(info),
    lost: { event: 'fileLost', stepId: info.id, at: 1, message },
    waitEnded: { event: 'waitEnded' },
    edited: { event: 'edited' },
    changedBack: { event: 'changedBack' },
  };
  const possible: Record<keyof typeof states, readonly string[]> = {
    draft: ['submitted', 'recovered', 'restored'],
    queued: [
      'undone',
      'mirrored',
      'returned',
      'formIdGiven',
      'sendStarted',
      'recovered',
      'restored',
      'lost',
      'waitEnded',
    ],
    inFlight: [
      'mirrored',
      'recovered',
      'restored',
      'postponed',
      'uploadCame',
      'doubted',
      'confirmed',
      'rejected',
      'waitEnded',
    ],
    refused: ['submitted', 'mirrored', 'recovered', 'restored', 'edited', 'changedBack'],
    delivered: ['mirrored', 'recovered', 'restored'],
  };

  for (const [state, row] of Object.entries(states))
    for (const [name, event] of Object.entries(events)) {
      const can = possible[state as keyof typeof states].includes(name);
      it(`${can ? 'allows' : 'refuses'} '${name}' when it is ${state}`, () => {
        if (can) expect(() => advance(row, event)).not.toThrow();
        else expect(() => advance(row, event)).toThrow();
      });
    }

  it('detects outcomes for a step or attempt that is no longer current', () => {
    expect(isStale(inFlight, confirmed(info))).toBe(false);
    const other = { ...confirmed(info), attemptId: attemptId('older') } as SubmissionEvent;
    expect(isStale(inFlight, other)).toBe(true);
    expect(isStale(inFlight, confirmed(form))).toBe(true);
    for (const ended of [rejected, postponed, uploadCame, doubted])
      expect(isStale(queued, ended(info))).toBe(true);
    expect(isStale(queued, sendStarted(info))).toBe(false);
    expect(isStale(queued, sendStarted(form))).toBe(true);
    expect(isStale(refused, sendStarted(info))).toBe(true);
    expect(isStale(queued, { event: 'mirrored' })).toBe(false);
    expect(() => advance(inFlight, other)).toThrow();
  });
});

describe('the shown status', () => {
  const hold = (reason: Hold['reason']): Hold => ({
    reason,
    since: 0,
    nextProbeAt: 0,
    httpStatus: null,
    tries: 1,
  });
  it.each([
    [draft, null, false, 'draft'],
    [queued, null, false, 'waiting'],
    [queued, null, true, 'waiting'],
    [inFlight, null, true, 'sending'],
    [inFlight, null, false, 'waiting'],
    [inFlight, hold('auth'), true, 'sending'],
    [queued, hold('auth'), true, 'paused'],
    [queued, hold('network'), false, 'waiting'],
    [queued, hold('version'), false, 'waiting'],
    [queued, hold('busy'), false, 'waiting'],
    [refused, hold('auth'), false, 'attention'],
    [delivered, hold('auth'), true, 'sent'],
  ])('of %#', (row, around, drainLive, status) => {
    expect(shownStatus(row, { hold: around, drainLive })).toBe(status);
  });

  it('asks for a person only if a person can help', () => {
    expect(needsPerson(hold('auth'))).toBe(true);
    expect(needsPerson(hold('portal'))).toBe(false);
  });

  it('counts steps from one', () => {
    expect(stepProgress(queued)).toEqual({ n: 1, m: 4 });
    expect(stepProgress(refused)).toEqual({ n: 2, m: 4 });
    expect(stepProgress(delivered)).toEqual({ n: 4, m: 4 });
    expect(stepProgress(draft)).toEqual({ n: 0, m: 0 });
  });
});
