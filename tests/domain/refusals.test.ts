import { describe, expect, it } from 'vitest';
import { attachmentId, idempotencyKey, stepId, submissionId } from '../../src/domain/ids.ts';
import { localMessage, stepToConfirmByHand } from '../../src/domain/refusals.ts';
import { advance } from '../../src/domain/submission.ts';
import type {
  RejectedSubmission,
  ServerMessage,
  Step,
  StepContent,
} from '../../src/domain/submission-types.ts';
import { draftSubmission } from '../support/world/sync-world.ts';

const message = (change: Partial<ServerMessage> = {}): ServerMessage => ({
  heading: 'Not accepted',
  description: 'This SIM card is already registered.',
  modelState: {},
  httpStatus: 400,
  ...change,
});

const file = {
  attachmentId: attachmentId('a'),
  fileName: 'a.png',
  size: 1,
  sha256: 'a',
} as const;

function refusedAt(
  content: StepContent,
  said: ServerMessage,
  doubt: Pick<Step, 'doubted'> = {},
): RejectedSubmission {
  const step = (id: string, state: Step['state'], what: StepContent): Step => ({
    id: stepId(id),
    key: idempotencyKey(id),
    content: what,
    state,
    attempts: 1,
  });
  return {
    ...draftSubmission(submissionId('s'), 'registration', 1, 1),
    status: 'rejected',
    mirrored: true,
    steps: [
      { ...step('refused', { status: 'rejected', at: 2, message: said }, content), ...doubt },
      step('rest', { status: 'pending' }, { call: 'SaveIdDocument', ...file }),
    ],
  };
}

const form: StepContent = { call: 'RegisterSim', sha256: 'f' };
const signature: StepContent = { call: 'SaveSignature', ...file };
const isOffered = (content: StepContent, said: ServerMessage): boolean =>
  stepToConfirmByHand(refusedAt(content, said)) !== null;

describe('‘Send the rest’', () => {
  it.each<[string, StepContent, ServerMessage]>([
    ['words about the whole form', form, message()],
    ['a key that no field answers to', form, message({ modelState: { Campaign: ['Over'] } })],
    ['409', form, localMessage({ code: 'unexpected' }, 409)],
    ['422', form, localMessage({ code: 'unexpected' }, 422)],
    ['400 without words', form, localMessage({ code: 'unexpected' }, 400)],
    ['200 that was not successful', form, message({ httpStatus: 200 })],
    ['a form of the other kind', { call: 'ReplaceSim', sha256: 'f' }, message()],
    ['words that only name the form', form, message({ description: 'The form is incomplete.' })],
    ['409 with a key', form, message({ httpStatus: 409, modelState: { FormId: ['?'] } })],
    ['409 for the signature', signature, localMessage({ code: 'unexpected' }, 409)],
    ['words about the signature', signature, message({ description: 'Saved already.' })],
  ])('is offered for %s', (_, content, said) => {
    expect(isOffered(content, said)).toBe(true);
  });

  it.each<[string, StepContent, ServerMessage]>([
    ['a field', form, message({ modelState: { '$.formData.simCardNumber': ['Taken'] } })],
    ['a field beside other words', form, message({ modelState: { '': ['x'], Surname: ['y'] } })],
    [
      'a form that the server does not know',
      form,
      message({ description: '', modelState: { FormId: ['?'] } }),
    ],
    ['the signature’s file', signature, message({ modelState: { Files: ['It is empty'] } })],
    ['a file that is too large', signature, localMessage({ code: 'unexpected' }, 413)],
    ['a type of file', signature, localMessage({ code: 'unexpected' }, 415)],
    ['a document', { call: 'SaveIdDocument', ...file }, localMessage({ code: 'unexpected' }, 409)],
    ['a fault of this device', form, localMessage({ code: 'faulted', fault: 'x' })],
    ['a form that this device cannot read', form, localMessage({ code: 'formUnreadable' })],
  ])('is not offered for %s', (_, content, said) => {
    expect(isOffered(content, said)).toBe(false);
  });

  it('is offered for any words if an earlier attempt of the same bytes got no answer', () => {
    const offered = (content: StepContent, said: ServerMessage) =>
      stepToConfirmByHand(refusedAt(content, said, { doubted: true })) !== null;
    const taken = message({ modelState: { SimCardNumber: ['It is registered already.'] } });
    expect(isOffered(form, taken)).toBe(false);
    expect(offered(form, taken)).toBe(true);
    expect(offered(signature, message({ modelState: { Files: ['It is here.'] } }))).toBe(true);
    const unknown = message({ description: '', modelState: { FormId: ['Not known.'] } });
    expect(isOffered(form, unknown)).toBe(false);
    expect(offered(form, unknown)).toBe(true);
    expect(offered({ call: 'SaveIdDocument', ...file }, message())).toBe(false);
  });

  it('counts the step as confirmed by hand, adds a history entry, and continues', () => {
    const refused = refusedAt(form, message());
    const event = { event: 'confirmedByHand', stepId: stepId('refused'), at: 9 } as const;
    const after = advance(refused, event);
    expect(after).toMatchObject({ status: 'queued', mirrored: false });
    expect(after.steps[0]?.state).toEqual({ status: 'confirmed', at: 9, byHand: true });
    expect(after.history.at(-1)).toEqual({ at: 9, what: 'confirmedByHand' });
    expect(() => advance(after, event)).toThrow();
    expect(() => advance(refused, { ...event, stepId: stepId('rest') })).toThrow();
    expect(stepToConfirmByHand(after)).toBeNull();
  });
});
